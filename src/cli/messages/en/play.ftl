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
