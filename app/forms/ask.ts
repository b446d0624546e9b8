// Client-side fallback of login and security forms when no answer arrives: the form keeps its fields and shows an
// error.

import { askOr } from '../site/revalidation'
import { type EntryAnswer, readEntryBy } from './identity'
import type { SecurityAnswer } from './security'

export const askEntry = askOr<EntryAnswer>(({ by, account = '', mobile = '', code = '', inviteCode = '' }) => ({
  by: readEntryBy(by),
  account,
  mobile,
  code,
  inviteCode,
  isCodeSent: false,
  waitSeconds: 0,
  problem: null,
  isUnanswered: true,
}))

export const askSecurity = askOr<SecurityAnswer>(() => ({
  problem: null,
  sent: null,
  waitSeconds: 0,
  recoveryCodes: [],
  isUnanswered: true,
}))
