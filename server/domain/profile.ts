// What a user may call oneself (specification §5). Pure.

import { type Outcome, done, refuse } from './outcome'

const NICKNAME = /^[\p{Script=Han}A-Za-z0-9]{2,10}$/u
/** Letters, marks and digits of any language, with single spaces between: no punctuation, half or full width. */
const SIGNATURE = /^[\p{L}\p{M}\p{N}]+(?: [\p{L}\p{M}\p{N}]+)*$/u
const SIGNATURE_LENGTH_MIN = 2
const SIGNATURE_LENGTH_MAX = 30

/** Two to ten Chinese characters, English letters or digits. */
export function parseNickname(text: string): Outcome<string, 'nickname_malformed'> {
  const nickname = text.normalize('NFKC').trim()
  return NICKNAME.test(nickname) ? done(nickname) : refuse('nickname_malformed')
}

/** Two to thirty characters, none of them special; empty takes it away. */
export function parseSignature(text: string): Outcome<string, 'signature_malformed'> {
  const signature = text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  if (signature === '') return done('')
  const length = [...signature].length
  const isFit = length >= SIGNATURE_LENGTH_MIN && length <= SIGNATURE_LENGTH_MAX && SIGNATURE.test(signature)
  return isFit ? done(signature) : refuse('signature_malformed')
}
