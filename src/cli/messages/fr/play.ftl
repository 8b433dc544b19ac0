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

# Qui joue.
seat-human = une personne
seat-level = l'ordinateur, niveau { $level }
seat-simple = l'adversaire simple

# La partie ligne par ligne.
plain-intro = { $rules } : Sud est { $south }, Nord est { $north }.
plain-how = La lettre d'une case la joue, ?E regarde d'abord la case E, aide dit ce qu'on peut taper d'autre.
plain-turn = Trait à { $player } : { $pits }{ $clock }
plain-after = Et maintenant : annuler, coups, sauver FICHIER ou quitter ?
plain-input-ended = L'entrée s'arrête ici ; la partie n'est pas finie.
plain-help =
    A-F ou 1-6          jouer une case (1 est la plus à gauche du joueur) ; - passe sans graine
    ?E                  regarder la case E : où tombent ses graines, ce qu'elles prennent
    conseil             le meilleur coup, sa valeur et une raison
    annuler, refaire    revenir à votre dernière décision ; la rejouer
    coups               les coups permis, et la partie jusqu'ici
    plateau, retourner  dessiner le plateau ; le retourner
    partager            proposer de finir et de partager ; on répond oui ou non
    sauver FICHIER      garder une copie ; chaque coup est sauvé de toute façon
    abandonner, quitter abandonner la partie ; sortir
played = { $player } : { $what }
passes = passe
game-over = La partie est finie : { $end }.
moves-so-far = jusqu'ici : { $moves }
no-moves-yet = aucun coup n'est joué
unknown-command = « { $word } » n'est pas une commande ; aide les énumère
unknown-command-near = « { $word } » n'est pas une commande, vouliez-vous dire « { $near } » ?

# Le temps.
time-up = le temps de { $player } est écoulé

# Revenir en arrière.
nothing-to-undo = rien à annuler
nothing-to-redo = rien à refaire

# Le partage.
offer-made = { $by } propose d'arrêter et de partager : { $score }.
offer-asks = { $to }, acceptez-vous (oui ou non) ?
offer-accepted = { $player } accepte.
offer-declined = { $player } refuse.
offer-waits = une proposition de partage attend sa réponse
offer-just-declined = le partage a été refusé dans cette position ; jouez d'abord
offer-none = personne n'a proposé de partager
share-suggested = Le jeu tourne en rond : partager maintenant donnerait { $score } ; partager le propose.

# Un conseil : une case, sa valeur, pourquoi.
hint = conseil : { $pit }, { $value } ; { $reason }
value-draw = partie nulle
value-seeds = { $winner } gagne de { $n }
value-exact = { $value } (exact)
value-open = sa valeur est inconnue
value-guess = environ { $value }
reason-only = c'est le seul coup
reason-wins = il gagne la partie
reason-captures = il prend { $n ->
    [one] { $n } graine
   *[other] { $n } graines
 }
reason-saves = il sauve { $n ->
    [one] { $n } graine
   *[other] { $n } graines
 }
reason-threatens = il menace de prendre { $n ->
    [one] { $n } graine
   *[other] { $n } graines
 }
reason-long-run = il paie à la longue

# Les fichiers.
saved = sauvé dans { $file }
save-failed = pas sauvé : { $error }
save-failed-goes-on = pas sauvé : { $error } ; la partie continue

# Ordinateur contre ordinateur.
match-game = partie
match-score = score
match-winner = gagnant
match-plies = coups
match-end = fin
match-draw = nulle
match-tally = { $won } gagnées, { $drawn } nulles, { $lost } perdues ; { $score } % des points (intervalle à 95 % : { $lower }-{ $upper })
match-nothing = aucune partie n'est finie

# L'écran entier.
screen-title = oware · { $rules } · Sud : { $south } · Nord : { $north }
screen-look = { $what } — la même touche encore ou Entrée la joue
screen-thinking = { $player } réfléchit … { $secs } s
screen-thinking-hint = je cherche le meilleur coup …
screen-flipped = Le plateau est retourné ; la case F est la touche 6 ou F majuscule.
screen-share-suggested = Le jeu tourne en rond : o propose de partager ({ $score }).
screen-resign = Vraiment abandonner (o ou n) ?
screen-leave = La partie n'est pas sauvée. La quitter quand même (o ou n) ?
screen-save-as = Sauver dans :
screen-keys = 1-6 A-F choisir · Entrée jouer · h conseil · u annuler · r refaire · f retourner · s sauver · o partager · x abandonner · ? aide · q quitter
screen-keys-sure = o oui · n non
screen-keys-save = Entrée sauver · Échap renoncer
screen-help =
    Touches

    1-6        choisir une case, comptée de la gauche du joueur
    A-F, a-e   choisir une case par sa lettre ; f minuscule retourne
    ← →        déplacer le choix
    Entrée     jouer la case choisie ; sa touche encore, ou un clic, aussi
    -          passer, quand il n'y a aucune graine à semer
    Échap      ne rien choisir
    souris     sur une case : ce qu'elle ferait ; clic : la jouer
    h          conseil : le meilleur coup, sa valeur et une raison
    u r        annuler jusqu'à votre dernière décision ; refaire
    f          retourner le plateau
    s          sauver une copie (chaque coup est sauvé de toute façon)
    o          proposer de partager les graines du plateau
    x          abandonner
    q Ctrl-C   sortir ; Ctrl-Z suspend

    Toute touche ferme cette aide ; ↑ ↓ la font défiler.
engine-failed = le moteur a échoué : { $error }
