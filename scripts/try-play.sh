#!/usr/bin/env bash
# Plays a game on the full screen in a pseudo-terminal and looks at what is drawn: preview,
# refusal, hint, undo, redo, flip, save, resize to 40 columns, Ctrl-Z and back, a whole game
# to its end, and Ctrl-C, after which the terminal must be as it was. Needs tmux.
#
# scripts/try-play.sh [BINARY]      the binary is target/release/oware if none is named
# SHOW=1 scripts/try-play.sh        prints each screen too
set -euo pipefail
cd "$(dirname "$0")/.."
binary=$(realpath "${1:-target/release/oware}")
if ! command -v tmux > /dev/null; then
    echo "skipped: tmux is not installed"
    exit 0
fi

work=$(mktemp -d)
session=oware-try-$$
trap 'tmux kill-session -t "$session" 2> /dev/null || true; rm -rf "$work"' EXIT

pane() { tmux capture-pane -t "$session" -p; }

# Waits until the screen holds a text.
sees() {
    local step
    for step in $(seq 100); do
        if pane | grep -qF -- "$1"; then
            echo "ok    $1"
            if [ -n "${SHOW:-}" ]; then pane; fi
            return
        fi
        sleep 0.1
    done
    echo "FAILED: the screen does not show '$1':"
    pane
    exit 1
}

keys() {
    local key
    for key in "$@"; do
        tmux send-keys -t "$session" "$key"
        sleep 0.05
    done
}

# A shell, so that what comes after the game is seen too.
start() {
    tmux kill-session -t "$session" 2> /dev/null || true
    tmux new-session -d -s "$session" -x 80 -y 24 \
        "env LC_ALL=C.UTF-8 XDG_DATA_HOME=$work/data PS1='prompt> ' bash --norc --noprofile"
    sees 'prompt>'
    tmux send-keys -t "$session" "cd $work && clear && $binary play $*" Enter
}

echo "== a game against the computer"
start --level 1 --seed 1
sees 'South to move: A B C D E F'
keys E
sees 'E sows 4 seeds as far as c'
keys E
sees 'South to move: A B C D F'
keys E
sees 'pit E is empty'
keys h
sees 'hint: '
keys u
sees 'South to move: A B C D E F'
keys r
sees 'South to move: A B C D F'
keys f
sees 'The board is turned'
keys f s
sees 'Save as:'
keys C-u
tmux send-keys -t "$session" -l 'kept.ogn'
keys Enter
sees 'saved as kept.ogn'
tmux resize-window -t "$session" -x 40 -y 20
sees '▶ South'
keys D
sees 'D sows'
tmux resize-window -t "$session" -x 80 -y 24
keys '?'
sees 'Any key closes this help'
keys '?' Escape

echo "== Ctrl-Z gives the terminal back, fg takes it again"
keys C-z
sees 'Stopped'
tmux send-keys -t "$session" 'fg' Enter
sees '▶ South'
keys C-c
sees 'prompt>'
tmux send-keys -t "$session" 'stty -a | grep -o " icanon" && echo restored' Enter
sees 'restored'
"$binary" convert -q --to letters "$work/kept.ogn"
for file in "$work"/data/oware/games/*.ogn; do
    "$binary" convert -q --to letters "$file"
done

echo "== a whole game of two people"
start --south human --north human --save "$work/whole.ogn"
sees 'South to move'
for letter in D b E c F 6 D e A d C a B a F; do
    keys "$letter" Enter
done
sees 'South wins 25-16'
keys q
sees 'saved as'
moves=$("$binary" convert -q --to letters "$work/whole.ogn")
[ "$moves" = DbEcFfDeAdCaBaF ] || { echo "FAILED: saved $moves"; exit 1; }
echo "ok    the saved file is the same game"

echo "== terminated from outside"
start --south human --north human
sees 'South to move'
keys A Enter
sees 'North to move'
kill -TERM "$(pgrep -P "$(tmux list-panes -t "$session" -F '#{pane_pid}')")"
sees 'prompt>'
tmux send-keys -t "$session" 'stty -a | grep -o " icanon" && echo restored again' Enter
sees 'restored again'

echo "== told to stop twice at once"
start --south human --north human
sees 'South to move'
player=$(pgrep -P "$(tmux list-panes -t "$session" -F '#{pane_pid}')")
kill -TERM "$player"
kill -TERM "$player" 2> /dev/null || true
sees 'prompt>'
tmux send-keys -t "$session" 'stty -a | grep -o " icanon" && echo restored once more' Enter
sees 'restored once more'

echo "== the terminal is closed"
start --south human --north human
sees 'South to move'
player=$(pgrep -P "$(tmux list-panes -t "$session" -F '#{pane_pid}')")
tmux kill-session -t "$session"
for _ in $(seq 50); do
    kill -0 "$player" 2>/dev/null || break
    sleep 0.1
done
! kill -0 "$player" 2>/dev/null || { kill -9 "$player"; echo "FAILED: it goes on without"; exit 1; }
echo "ok    the program ends, too"
echo "all steps done"
