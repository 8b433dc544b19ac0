# Ce qui est faux ou étrange dans une partie notée qui se lit pourtant.

warning-wrong-capture = coup { $ply }, { $move } prend { $captured }, mais la notation dit { $claimed }
warning-wrong-landing = coup { $ply }, la dernière graine de { $move } tombe en { $landed }, mais la notation dit { $claimed }
warning-wrong-total = coup { $ply }, { $move } porte le total à { $total }, mais la notation dit { $claimed }
warning-no-total = coup { $ply }, { $move } porte le total à { $total }, mais la notation n'en dit rien
warning-wrong-result = la partie finit { $found } ({ $why }), mais la notation dit { $claimed }
warning-wrong-standing = la partie en est à { $found }, mais la notation dit { $claimed }
warning-wrong-termination = la partie est finie ({ $why }), mais la notation dit : { $claimed }
warning-wrong-termination-open = la partie n'est pas finie, mais la notation dit : { $claimed }
warning-not-over = le résultat { $claimed } est donné, mais selon { $rules } la partie n'est pas finie et aucun Termination ne dit qui l'a arrêtée
warning-goes-on = la partie était finie après le coup { $ply } ({ $why }), mais { $more ->
    [one] { $more } autre coup suit
   *[other] { $more } autres coups suivent
 }
warning-wrong-number = le numéro { $found } est écrit devant le coup { $expected }
warning-start = { $seeds } graines en tout, plus que les 48 d'une partie : les greniers sont ceux de la fin, donc les { $board } du plateau sont retirées
warning-no-set-up = SetUp annonce une position, mais il n'y a pas de FEN : lue depuis le début
warning-other-rules = la notation nomme les règles { $named }, mais elle est lue selon { $used }, comme demandé
warning-unknown-variant = le Variant { $name } n'est pas un jeu de règles connu ici
warning-word = { $word } n'est pas un coup : laissé de côté
warning-bad-tag = { $text } n'est pas une étiquette comme [Event "…"] : laissée de côté
warning-tag-twice = l'étiquette { $name } est donnée deux fois : la première compte
warning-bad-value = { $value } ne veut rien dire pour { $name } : laissé de côté
warning-unclosed = la « { $bracket } » n'est jamais fermée
warning-stray = la « { $bracket } » ne ferme rien : laissée de côté
warning-encoding = l'octet { $byte } n'est pas de l'UTF-8 : lu comme { $character }, d'après Windows-1252
warning-quoted = « { $text } »
