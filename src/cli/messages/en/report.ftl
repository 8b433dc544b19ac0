# The words of the reports of `oware analyse`.

# What a move is called.
class-forced = forced
class-best = best
class-good = good
class-inaccuracy = inaccuracy
class-mistake = mistake
class-blunder = blunder
class-unjudged = not judged

# Who is ahead at the end, and by how much.
margin-ahead = { $player } +{ $n }
margin-draw = draw
outcome-win = win
outcome-draw = draw
outcome-loss = loss

# How a value is known.
kind-exact = exact
kind-depth = depth { $n }
kind-none = -

# Why a move is as it is.
reason-slam-nothing = grand slam: takes nothing
reason-slam = grand slam: takes { $n }
reason-feed = must feed: { $pits } { $n ->
    [one] does
   *[other] do
 } not reach
reason-lets-take = lets { $opponent } take { $n } with { $reply }
reason-misses = { $best } takes { $n }
reason-was-over = the game was over: { $why }
reason-ends = { $why }
reason-best = better { $line }

# The head of a report.
head-versus = { $south } (South) - { $north } (North)
head-unknown = ?
result-right = result { $result }, as the rules have it
result-open = no result is given, and the game is not over
result-found = no result is given; by the rules: { $end }
result-wrong = result { $result } is given, but by { $rules }: { $end }
result-not-over = result { $result } is given, but by { $rules } the game is not over
result-right-by = it ends { $score } under { $rules }
warnings-count = { $n ->
    [one] 1 warning about the record
   *[other] { $n } warnings about the record
 }

# The table.
column-ply = ply
column-side = side
column-move = move
column-before = before
column-after = after
column-loss = loss
column-mark = mark
column-kind = kind
column-notes = notes
column-final = final

# The summary.
column-player = player
column-games = games
column-decisions = decisions
column-best = best
column-good = good
column-forced = forced
column-lost = lost
column-each = each
column-share = best %
turning-point = turning point: ply { $ply }, { $player } { $move }: from { $before } to { $after }
turning-estimated = (estimated)
turning-none = no turning point: who wins never changed
value-line = value
value-end = { $margin } at the end
value-end-estimated = about { $margin } at the end
exact-from = all values are exact from ply { $ply } on
exact-none = no value is exact
interrupted = interrupted: the first plies are not judged
position-over = the game is over: { $end }
to-move = { $player } to move

# After many games.
totals-reports = { $n ->
    [one] 1 game judged
   *[other] { $n } games judged
 }
totals-kept = { $n } of them before
totals-errors = { $n ->
    [one] 1 game cannot be read
   *[other] { $n } games cannot be read
 }

# The legend.
legend-values = before, after: what the position was worth to the player who moved, and what his move left of it: his seeds minus the other's at the end of the game, both playing for the most seeds.
legend-loss = loss: before minus after; one seed that changes hands counts 2.
legend-marks = ?! loses { $inaccuracy } or more, ? { $mistake } or more or a proved half point, ?? { $blunder } or more or a proved win; ~ cannot be judged.
legend-kind = exact: both values are proved. depth N: both come from looking N plies ahead, and a small loss may be none.
legend-summary = decisions: moves that were judged and not forced. lost: the sum of their losses; each: for one decision.
