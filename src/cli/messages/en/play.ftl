# The text of `oware play`.

# Why a move is refused.
refused-empty = pit { $pit } is empty
refused-must-pass = no seeds to sow: pass with -
refused-feed = must feed: { $pit } does not reach
refused-feed-slam = must feed: { $pit } would take all that it gives { $opponent }
refused-slam = no grand slam: { $pit } would take every seed of { $opponent }
refused-pass = no pass: there is a move to make

# What a pit does, looked at before it is played.
look-join = ,{" "}
look-sows = { $pit } sows { $n ->
    [one] { $n } seed
   *[other] { $n } seeds
 } as far as { $last }
look-feeds = feeds { $opponent }
look-takes = takes { $n } ({ $pits })
look-slam = a grand slam
look-slam-nothing = a grand slam takes nothing
look-slam-rest = a grand slam: the other { $n } go to { $opponent }
look-ends = ends the game: { $end }

play-over = the game is over

# Who plays.
seat-human = a person
seat-level = the computer, level { $level }
seat-simple = the simple opponent

# The game line by line.
plain-intro = { $rules }: South is { $south }, North is { $north }.
plain-how = A pit letter plays, ?E looks at pit E first, help lists what else you can type.
plain-turn = { $player } to move: { $pits }{ $clock }
plain-after = What now: undo, moves, save FILE or quit?
plain-input-ended = The input ends here; the game is not finished.
plain-help =
    A-F or 1-6     play a pit (1 is the mover's leftmost); - passes when there is no seed
    ?E             look at pit E: where its seeds fall, what they take, why it is not legal
    hint           the best move, its value and a reason
    undo, redo     take back to your own last decision; play it again
    moves          the legal moves, and the game so far
    board, flip    draw the board; turn it round
    share          offer to end the game and share; answer with yes or no
    save FILE      save a copy; every move is saved anyway
    resign, quit   give up; leave
played = { $player }: { $what }
passes = passes
game-over = The game is over: { $end }.
moves-so-far = so far: { $moves }
no-moves-yet = no move is played yet
unknown-command = '{ $word }' is not a command; help lists them
unknown-command-near = '{ $word }' is not a command, did you mean '{ $near }'?

# Time.
time-up = the time of { $player } is up

# Going back.
nothing-to-undo = nothing to undo
nothing-to-redo = nothing to redo

# Sharing.
offer-made = { $by } offers to end here and share: { $score }.
offer-asks = { $to }, do you accept (yes or no)?
offer-accepted = { $player } accepts.
offer-declined = { $player } declines.
offer-waits = an offer to share is waiting for its answer
offer-just-declined = the offer to share was declined in this position; play on first
offer-none = nobody offered to share
share-suggested = Play goes in circles: to share now would give { $score }; share offers it.

# Advice: a pit, its value, why.
hint = hint: { $pit }, { $value }; { $reason }
value-draw = a draw
value-seeds = { $winner } wins by { $n }
value-exact = { $value } (exact)
value-open = its value is open
value-guess = about { $value }
reason-only = it is the only move
reason-wins = it wins the game
reason-captures = it takes { $n ->
    [one] { $n } seed
   *[other] { $n } seeds
 }
reason-saves = it saves { $n ->
    [one] { $n } seed
   *[other] { $n } seeds
 }
reason-threatens = it threatens to take { $n ->
    [one] { $n } seed
   *[other] { $n } seeds
 }
reason-long-run = it pays in the long run

# Files.
saved = saved as { $file }
save-failed = not saved: { $error }
save-failed-goes-on = not saved: { $error }; the game goes on

# Computer against computer.
match-game = game
match-score = score
match-winner = winner
match-plies = plies
match-end = end
match-draw = draw
match-tally = { $won } won, { $drawn } drawn, { $lost } lost; { $score } % of the points (95 % interval { $lower }-{ $upper })
match-nothing = no game was finished

# The full screen.
screen-title = oware · { $rules } · South: { $south } · North: { $north }
screen-look = { $what } — the same key again or Enter plays it
screen-thinking = { $player } is thinking … { $secs } s
screen-thinking-hint = looking for the best move …
screen-flipped = The board is turned; pit F is key 6 or a capital F.
screen-share-suggested = Play goes in circles: o offers to share ({ $score }).
screen-resign = Really resign (y or n)?
screen-leave = The game is not saved. Leave it all the same (y or n)?
screen-save-as = Save as:
screen-keys = 1-6 A-F choose · Enter play · h hint · u undo · r redo · f flip · s save · o share · x resign · ? help · q quit
screen-keys-sure = y yes · n no
screen-keys-save = Enter save · Esc cancel
screen-help =
    Keys

    1-6        choose a pit, counted from the mover's left
    A-F, a-e   choose a pit by its letter; small f turns the board
    ← →        move the choice
    Enter      play the chosen pit; so does its key again, or a click
    -          pass, where there is no seed to sow
    Esc        choose nothing
    mouse      over a pit: what it would do; click: play it
    h          hint: the best move, its value and a reason
    u r        undo to your own last decision; redo
    f          flip the board
    s          save a copy (every move is saved anyway)
    o          offer to share the seeds on the board
    x          resign
    q Ctrl-C   leave; Ctrl-Z stops for a while

    Any key closes this help; ↑ ↓ scroll it.
engine-failed = the engine failed: { $error }
