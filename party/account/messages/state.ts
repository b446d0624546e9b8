// State of an account's messages.

import type { AccountState } from '../state'
import type { Inbox } from './inbox'
import type { OpenedNews } from './opened-news'
import type { PushSubscriptions } from './push-subscriptions'
import type { Quiet } from './quiet'

export interface Messages {
  readonly account: AccountState
  readonly inbox: Inbox
  readonly openedNews: OpenedNews
  readonly pushes: PushSubscriptions
  readonly quiet: Quiet
}
