# Le texte d'« oware play ».

# Pourquoi un coup est refusé.
refused-empty = la case { $pit } est vide
refused-must-pass = aucune graine à semer : passez avec -
refused-feed = il faut nourrir : { $pit } n'atteint pas l'adversaire
refused-feed-slam = il faut nourrir : { $pit } prendrait tout ce qu'elle donne à { $opponent }
refused-slam = pas de grand chelem : { $pit } prendrait toutes les graines de { $opponent }
refused-pass = on ne passe pas : il y a un coup à jouer

# Ce que fait une case, vu avant de la jouer.
look-join = ,{" "}
look-sows = { $pit } sème { $n ->
    [one] { $n } graine
   *[other] { $n } graines
 } jusqu'en { $last }
look-feeds = nourrit { $opponent }
look-takes = prend { $n } ({ $pits })
look-slam = grand chelem
look-slam-nothing = un grand chelem ne prend rien
look-slam-rest = grand chelem : les { $n } autres vont à { $opponent }
look-ends = finit la partie : { $end }

play-over = la partie est finie
