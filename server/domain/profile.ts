// What a user may call oneself (specification §5). Pure.

import { type Outcome, done, refuse } from './outcome'

const NICKNAME = /^(?!\p{M})[\p{L}\p{M}0-9]{2,10}$/u
/** Scripts of the eight languages. Other scripts have confusable letters. */
const SCRIPTS = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Latin}0-9]+$/u
/** Invisible letters such as Hangul fillers: they make a name empty, or equal to another. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u
/** Thai puts a vowel and a tone mark on one letter; more marks overflow the line. */
const PILED_MARKS = /\p{M}{3}/u
/** Staff titles in the eight languages: such a name would make a request for a password credible. */
const STAFF_WORDS = [
  ...[
    'support',
    'admin',
    'official',
    'moderator',
    'helpdesk',
    'officiel',
    'modérateur',
    'oficial',
    'soporte',
    'moderador',
  ],
  ...['客服', '官方', '管理', '运营', '運營', '公式', '運営', 'サポート', 'スタッフ', 'カスタマー'],
  ...['고객센터', '고객지원', '관리자', '운영자', '공식', 'แอดมิน', 'ทีมงาน', 'เจ้าหน้าที่', 'ซัพพอร์ต'],
]
/** Harmless names that contain such a word. */
const INNOCENT = /badminton/g
const ACCENTS = /[\u0300-\u036f]/g
const LOOKALIKES: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', l: 'i' }
const HALF_OR_FULL_WIDTH = /[\uff00-\uffef]+/g
/** Letters, marks and digits of any language, with single spaces between: no punctuation, half or full width. */
const SIGNATURE = /^[\p{L}\p{M}\p{N}]+(?: [\p{L}\p{M}\p{N}]+)*$/u
const SIGNATURE_LENGTH_MIN = 2
const SIGNATURE_LENGTH_MAX = 30

export type NicknameRefusal = 'nickname_malformed' | 'nickname_of_staff'

/** Two to ten letters of the eight languages, or digits; none that staff would have. */
export function parseNickname(text: string): Outcome<string, NicknameRefusal> {
  // Only widths are made one: compatibility forms would take the Thai "am" apart.
  const nickname = text
    .replace(HALF_OR_FULL_WIDTH, (run) => run.normalize('NFKC'))
    .normalize('NFC')
    .trim()
  const isSeen = !UNSEEN.test(nickname) && !PILED_MARKS.test(nickname)
  const isFit = isSeen && NICKNAME.test(nickname) && SCRIPTS.test(nickname)
  if (!isFit) return refuse('nickname_malformed')
  const look = lookOf(nickname).replace(INNOCENT, '')
  return STAFF_WORDS.some((word) => look.includes(lookOf(word))) ? refuse('nickname_of_staff') : done(nickname)
}

/** Key of names that look alike: digits as letters, accents and case removed. */
const lookOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(ACCENTS, '')
    .toLowerCase()
    .replace(/[01345l]/g, (sign) => LOOKALIKES[sign] ?? sign)

/** Two to thirty characters without special ones; empty removes the signature. */
export function parseSignature(text: string): Outcome<string, 'signature_malformed'> {
  const signature = text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  if (signature === '') return done('')
  const length = [...signature].length
  const isFit = length >= SIGNATURE_LENGTH_MIN && length <= SIGNATURE_LENGTH_MAX && SIGNATURE.test(signature)
  return isFit && !UNSEEN.test(signature) ? done(signature) : refuse('signature_malformed')
}

/** Number of site avatars: `/static/image/avatar/1.png` and so on. */
export const AVATARS = 12

/** A site avatar at the end of a URL. */
export function avatarIn(address: string): string | null {
  const [, path = '', number = ''] = /(\/static\/image\/avatar\/([1-9]\d?)\.png)$/.exec(address) ?? []
  return path !== '' && parseInt(number, 10) <= AVATARS ? path : null
}
