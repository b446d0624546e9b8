// Random text for people: codes and invite codes, uniformly distributed.

import { randomInt } from 'node:crypto'
import { INVITE_CODE_LENGTH, INVITE_CODE_LETTERS } from '#domain/identity'

/** Six digits. */
export const randomCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

export const randomInviteCode = (): string => randomLetters(INVITE_CODE_LENGTH)

/** Random letters and digits without ambiguous characters. */
export const randomLetters = (length: number): string =>
  Array.from({ length }, () => INVITE_CODE_LETTERS.charAt(randomInt(INVITE_CODE_LETTERS.length))).join('')

/** Initial nickname, within the ten-character limit. */
export const randomNickname = (): string => `User${String(randomInt(1_000_000)).padStart(6, '0')}`
