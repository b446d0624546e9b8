// Written by scripts/letters.mjs from any-ascii (ISC licence). Never edited.

/** First character of a range, and the letters of each character from there on. */
export const RANGES: readonly (readonly [from: number, letters: string])[] = [
  [
    160,
    '  c gbp  y  s  c a    r  deg  2 3  u p   1 o  14 12 34  a a a a a a ae c e e e e i i i i d n o o o o o  o u u u u y th ss a a a a a a ae c e e e e i i i i d n o o o o o  o u u u u y th y a a a a a a c c c c c c c c d d d d e e e e e e e e e e g g g g g g g g h h h h i i i i i i i i i i ij ij j j k k q l l l l l l l l l l n n n n n n n ng ng o o o o o o oe oe r r r r r r s s s s s s s s t t t t t t u u u u u u u u u u u u w w y y y z z z z z z s b b b b 6 6 o c c d d d d z e e e f f g g hw i i k k l l w n n o o o gh gh p p r 2 2 sh sh t t t t u u u v y y z z zh   zh dz 5 5 ts w c x qc q dz dz dz lj lj lj nj nj nj a a i i o o u u u u u u u u u u e a a a a ae ae g g g g k k o o o o zh zh j dz dz dz g g hw w n n a a ae ae o o a a a a e e e e i i i i o o o o r r r r u u u u s s t t y y h h n d ou ou z z a a e e o o o o o o o o y y l n t j db qp a c c l t s z   b u a e e j j q q r r y y a a a b o c d d e e er e e er o j g g g g u y h h i i i l l l lzh w w m n n n o oe u f r r r r r r i r r s sh j i sh t t u u v a w y y z z zh zh   x q pc b oe g h j k l q   dz dzh dz ts tsh tc fng ls lz ww  y y',
  ],
  [
    880,
    'h h s s   w w   i s s s  j       a  e i i  o  y o i a v g d e z i th i k l m n x o p r  s t y f ch ps o i y a e i i y a v g d e z i th i k l m n x o p r s s t y f ch ps o i y o y o  b th y y y ph p  q q st st w w q q s s sh sh f f x x h h j j c c ti ti k r s j th e e sh sh s s s r s s s e e dj g ie dz i i j lj nj c k i u dzh a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch  y  e yu ya a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch  y  e yu ya e e dj g ie dz i i j lj nj c k i u dzh o o e e ie ie e e ie ie o o io io ks ks ps ps f f y y y y u u o o o o ot ot q q 1000      100000 1000000 jh jh   rh rh g g gh gh gh gh j j z z q q g g q q q q ng ng ng ng ph ph w w s s th th u u u u h h ts ts j j c c h h ch ch ch ch h gi gi q q lh lh ng ng nh nh dzh dzh mh mh h a a a a ae ae e e a a e e dzh dzh j j dz dz i i i i o o o o y y a a u u u u u u tsh tsh gh gh y y xh xh x x h h d d dj dj zj zj dz dz lj lj nj nj sj sj tj tj a a l l lkh lkh rkh rkh a a q q w w q q l l n n ph ph   ny ny dzh dzh dch dch l l',
  ],
  [
    1424,
    '                                e e a o i e e a a o o u      h      o          v g d h v z h t y kh kh l m m n n s  f f ts ts k r s t     yyy v oy ey               sn   sm  cbrt 4rt r 0 00 af           i          y  a  u  i  b h t th j h kh d dh r z s sh s d t dh  gh g g y i i  f q k l m n h w a y    a u i   a   i  e e o e e o a u 0 1 2 3 4 5 6 7 8 9     b q a  a u e a o u i t th b t t p th bh dz dz n j ts ch ch d d d dd dh dh dh d d r r r r r zh d zh r sh s ch ts ch th ng f f p v v ph q g k k g g ng kp g gg n g g g l l l l n n n n ny h n e h h h o o o u u u u v y ey e v e ny e e  e                         d r 0 1 2 3 4 5 6 7 8 9 s l n  m h',
  ],
  [
    3584,
    ' k kh kh kh kh kh ng ch ch ch s ch y d t th th th n d t th th th n b p ph f ph f ph m y r rue l lue w s s s h l o h  a a a am i i ue ue u u      b e ae o ai ai         m   0 1 2 3 4 5 6 7 8 9                                      ',
  ],
  [
    7680,
    'a a b b b b b b c c d d d d d d d d d d e e e e e e e e e e f f g g h h h h h h h h h h i i i i k k k k k k l l l l l l l l m m m m m m n n n n n n n n o o o o o o o o p p p p r r r r r r r r s s s s s s s s s s t t t t t t t t u u u u u u u u u u v v v v w w w w w w w w w w x x x x y y z z z z z z h t w y a s s s ss d a a a a a a a a a a a a a a a a a a a a a a a a e e e e e e e e e e e e e e e e i i i i o o o o o o o o o o o o o o o o o o o o o o o o u u u u u u u u u u u u u u y y y y y y y y ll ll v v y y a ha a ha a ha a ha a ha a ha a ha a ha e he e he e he   e he e he e he   i hi i hi i hi i hi i hi i hi i hi i hi i hi i hi i hi i hi i hi i hi i hi i hi o ho o ho o ho   o ho o ho o ho   y hy y hy y hy y hy  hy  hy  hy  hy o ho o ho o ho o ho o ho o ho o ho o ho a a e e i i i i o o y y o o   a ha a ha a ha a ha a ha a ha a ha a ha i hi i hi i hi i hi i hi i hi i hi i hi o ho o ho o ho o ho o ho o ho o ho o ho a a a a a  a a a a a a a  i    i i i  i i e e i i i    i i i i   i i i i i i  h h h y y y y r rh y y y y y y rh      o o o  o o o o o o o  h ',
  ],
  [
    12352,
    ' a a i i u u e e o o ka ga ki gi ku gu ke ge ko go sa za shi ji su zu se ze so zo ta da chi ji t tsu zu te de to do na ni nu ne no ha ba pa hi bi pi fu bu pu he be pe ho bo po ma mi mu me mo ya ya yu yu yo yo ra ri ru re ro wa wa i e o n vu ka ka         yori  a a i i u u e e o o ka ga ki gi ku gu ke ge ko go sa za shi ji su zu se ze so zo ta da chi ji t tsu zu te de to do na ni nu ne no ha ba pa hi bi pi fu bu pu he be pe ho bo po ma mi mu me mo ya ya yu yu yo yo ra ri ru re ro wa wa i e o n vu ka ka va vi ve vo     koto',
  ],
]
