# Words that several commands say.

seeds = { $n ->
    [one] { $n } seed
   *[other] { $n } seeds
}

# How a game ended: a result, then a reason.
end = { $result }, { $why }
end-won = { $winner } wins { $score }
end-drawn = a draw, { $score }
# Where the players decide, the seeds need not say who won.
end-decided = { $winner } wins { $why } ({ $score })
end-target = the target is reached
end-no-move = the side to move has no move
end-no-seeds = no seeds are left
end-few-seeds = too few seeds are left
end-repetition = the position is repeated
end-quiet-limit = too long without a capture
end-ply-limit = the limit of plies is reached
end-resigned = by resignation
end-time = on time
end-agreed = by agreement
