// What the pages of login and security do in the browser when no answer comes: the form stays, with what was typed, and says so.

import { askOr } from '../site/revalidation'
import type { EntryAnswer } from './identity'
import type { SecurityAnswer } from './security'

export const askEntry = askOr<EntryAnswer>(({ by, account = '', mobile = '', code = '', inviteCode = '' }) => ({
  by: by === 'mobile' ? 'mobile' : 'email',
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
