# Les mots des rapports de `oware analyse`.

# Comment un coup s'appelle.
class-forced = forcé
class-best = meilleur
class-good = bon
class-inaccuracy = imprécision
class-mistake = erreur
class-blunder = gaffe
class-unjudged = non jugé

# Qui est devant à la fin, et de combien.
margin-ahead = { $player } +{ $n }
margin-draw = nulle
outcome-win = gain
outcome-draw = nulle
outcome-loss = perte

# Comment une valeur est connue.
kind-exact = exacte
kind-depth = prof. { $n }
kind-none = -

# Pourquoi un coup est ce qu'il est.
reason-slam-nothing = grand chelem : ne prend rien
reason-slam = grand chelem : prend { $n }
reason-feed = il faut nourrir : { $pits } { $n ->
    [one] n'atteint
   *[other] n'atteignent
 } pas l'autre camp
reason-lets-take = laisse { $opponent } prendre { $n } par { $reply }
reason-misses = { $best } prend { $n }
reason-was-over = la partie était finie : { $why }
reason-ends = { $why }
reason-best = mieux : { $line }

# L'en-tête d'un rapport.
head-versus = { $south } (Sud) - { $north } (Nord)
head-unknown = ?
result-right = résultat { $result }, conforme aux règles
result-open = aucun résultat n'est donné et la partie n'est pas finie
result-found = aucun résultat n'est donné ; selon les règles : { $end }
result-wrong = le résultat { $result } est donné, mais selon { $rules } : { $end }
result-not-over = le résultat { $result } est donné, mais selon { $rules } la partie n'est pas finie
result-right-by = elle finit { $score } selon { $rules }
warnings-count = { $n ->
    [one] { $n } remarque sur la notation
   *[other] { $n } remarques sur la notation
 }

# Le tableau.
column-ply = coup
column-side = camp
column-move = case
column-before = avant
column-after = après
column-loss = perte
column-mark = note
column-kind = valeur
column-notes = remarques
column-final = finale

# Le bilan.
column-player = joueur
column-games = parties
column-decisions = décisions
column-best = meilleurs
column-good = bons
column-forced = forcés
column-lost = perdues
column-each = chacune
column-share = % meilleurs
turning-point = tournant : coup { $ply }, { $player } { $move } : de { $before } à { $after }
turning-estimated = (estimation)
turning-none = pas de tournant : le vainqueur n'a jamais changé
value-line = valeur
value-end = { $margin } à la fin
value-end-estimated = environ { $margin } à la fin
exact-from = toutes les valeurs sont exactes à partir du coup { $ply }
exact-none = aucune valeur n'est exacte
interrupted = interrompu : les premiers coups ne sont pas jugés
position-over = la partie est finie : { $end }
to-move = trait à { $player }

# Après plusieurs parties.
totals-reports = { $n ->
    [one] { $n } partie jugée
   *[other] { $n } parties jugées
 }
totals-kept = dont { $n } auparavant
totals-errors = { $n ->
    [one] { $n } partie est illisible
   *[other] { $n } parties sont illisibles
 }

# La légende.
legend-values = avant, après : ce que la position valait pour le joueur au trait, et ce que son coup en a laissé : ses graines moins celles de l'autre à la fin de la partie, chacun jouant pour le plus de graines.
legend-loss = perte : avant moins après ; une graine qui change de camp compte 2.
legend-marks = ?! perd { $inaccuracy } ou plus, ? { $mistake } ou plus ou un demi-point prouvé, ?? { $blunder } ou plus ou un gain prouvé ; ~ ne peut être jugé.
legend-kind = exacte : les deux valeurs sont prouvées. prof. N : les deux viennent d'une recherche à N coups, et une petite perte peut n'en être pas une.
legend-summary = décisions : les coups jugés et non forcés. perdues : la somme de leurs pertes ; chacune : par décision.
