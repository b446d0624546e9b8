// Invented lists of names for measuring: entries of a list and ordinary people, from different family names, drawn by a fixed sequence.

const GIVEN =
  'James Maria Anton Mohammed Anna Juan Fatima Ivan Elena Ahmed Sofia Lucia Olga Peter Amina Carlos Yuki Omar Laura Hiroshi Sergei Nadia Thomas Leila David Ingrid Pablo Zainab Viktor Emma Hassan Julia Kenji Rosa Ali Marta Igor Noor Samuel Hana Ricardo Tatiana Yusuf Clara Andrei Mina Felix Sara Daniel Aisha'.split(
    ' ',
  )
const LISTED_STARTS = 'Bar Kas Dur Zel Mov Tash Rog Vel Shan Gor Qad Nur Hak Jav Lor Pesh Sul Tor Yad Zim'.split(' ')
const LISTED_MIDDLES = 'a e i o u an or ush im ar ek ol'.split(' ')
const LISTED_ENDS = 'ov zai dani vich uli bari nez kar shev tani mov ra idi oglu son wala'.split(' ')
const ORDINARY =
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Martinez Lopez Wilson Anderson Taylor Moore Jackson Martin Lee Thompson White Harris Clark Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Tanaka Suzuki Sato Takahashi Watanabe Ito Yamamoto Nakamura Kobayashi Kato Yoshida Yamada Sasaki Yamaguchi Matsumoto Inoue Kimura Hayashi Shimizu Mueller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Koch Bauer Richter Klein Wolf Dubois Durand Leroy Moreau Simon Laurent Lefebvre Michel Bertrand Roux Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Wang Zhang Liu Chen Yang Zhao Huang Zhou Wu Kim Park Choi Jung Kang Cho Yoon Jang Lim Han Petrov Smirnov Ivanov Popov Sokolov Lebedev Kozlov Novikov Morozov Volkov Haddad Khoury Mansour Nasser Saleh Hamdan Rahman Khan Hussain Malik Sharma Singh Patel Gupta Kumar'.split(
    ' ',
  )

/** Numbers from 0 below 1 as whole steps: the same every time. */
function* drawing(seed: number): Generator<(list: readonly string[]) => string> {
  let state = seed
  for (;;)
    yield (list) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return list[(state >>> 8) % list.length] ?? ''
    }
}

export function listedNames(count: number): readonly string[] {
  const { value: draw = () => '' } = drawing(7).next()
  const family = () => draw(LISTED_STARTS) + draw(LISTED_MIDDLES) + draw(LISTED_ENDS)
  return Array.from({ length: count }, (_, at) =>
    [draw(GIVEN), ...(at % 3 === 0 ? [draw(GIVEN)] : []), family(), ...(at % 7 === 0 ? [family()] : [])].join(' '),
  )
}

export function ordinaryNames(count: number): readonly string[] {
  const { value: draw = () => '' } = drawing(11).next()
  return Array.from({ length: count }, (_, at) =>
    [draw(GIVEN), ...(at % 4 === 0 ? [draw(GIVEN)] : []), draw(ORDINARY)].join(' '),
  )
}
