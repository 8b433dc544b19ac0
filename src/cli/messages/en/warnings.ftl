# What is wrong or strange in a record that can still be read.

warning-wrong-capture = ply { $ply }, { $move } captures { $captured }, but the record says { $claimed }
warning-wrong-landing = ply { $ply }, the last seed of { $move } falls into { $landed }, but the record says { $claimed }
warning-wrong-total = ply { $ply }, { $move } makes { $total } in all, but the record says { $claimed }
warning-no-total = ply { $ply }, { $move } makes { $total } in all, but the record says nothing
warning-wrong-result = the game ends { $found } ({ $why }), but the record says { $claimed }
warning-wrong-standing = the game stands { $found }, but the record says { $claimed }
warning-wrong-termination = the game is over ({ $why }), but the record says: { $claimed }
warning-wrong-termination-open = the game is not over, but the record says: { $claimed }
warning-not-over = the result { $claimed } is given, but by { $rules } the game is not over and no Termination says who ended it
warning-goes-on = the game was over after ply { $ply } ({ $why }), but { $more ->
    [one] { $more } more move follows
   *[other] { $more } more moves follow
 }
warning-wrong-number = number { $found } stands before move { $expected }
warning-start = { $seeds } seeds in all, more than the 48 of a game: the stores are final, so the { $board } on the board are taken off
warning-no-set-up = SetUp announces a set-up, but there is no FEN tag: read from the start
warning-other-rules = the record names the rules { $named }, but is read by { $used }, as asked
warning-unknown-variant = the Variant { $name } is no rule set known here
warning-word = { $word } is no move: left out
warning-bad-tag = { $text } is not a tag like [Event "…"]: left out
warning-tag-twice = the tag { $name } is given twice: the first one counts
warning-bad-value = { $value } says nothing as a { $name }: left out
warning-unclosed = the “{ $bracket }” is never closed
warning-stray = the “{ $bracket }” closes nothing: left out
warning-encoding = the byte { $byte } is not UTF-8: read as { $character }, as in Windows-1252
warning-quoted = “{ $text }”
