# Les mots que plusieurs commandes emploient.

seeds = { $n ->
    [one] { $n } graine
   *[other] { $n } graines
}

# La fin d'une partie : un résultat, puis une raison.
end = { $result }, { $why }
end-won = { $winner } gagne { $score }
end-drawn = partie nulle, { $score }
# Quand les joueurs décident, les graines ne disent pas qui a gagné.
end-decided = { $winner } gagne { $why } ({ $score })
end-target = l'objectif est atteint
end-no-move = le joueur au trait n'a aucun coup
end-no-seeds = il ne reste aucune graine
end-few-seeds = il reste trop peu de graines
end-repetition = la position se répète
end-quiet-limit = trop longtemps sans prise
end-ply-limit = la limite de coups est atteinte
end-resigned = par abandon
end-time = au temps
end-agreed = d'un commun accord
