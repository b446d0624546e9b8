// Link of a message to its subject: the page of its kind, with message facts as parameters (":order").

import { MESSAGE_KINDS } from '#domain/message'
import type { ShownMessage } from '#services/messages'

export const messageLink = ({ kind, facts }: Pick<ShownMessage, 'kind' | 'facts'>): string =>
  MESSAGE_KINDS[kind].page.replace(/:(\w+)/, (_part, name: string) => encodeURIComponent(facts[name] ?? ''))
