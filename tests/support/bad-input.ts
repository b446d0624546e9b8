// The endpoints of support with their fields, for tests/api/bad-input.rooms.test.ts.

import { type Fields, choice, optional, text, whole } from '../api/bad-input-fields'

const thread = text('x'.repeat(22))
const guest = { guest_token: optional(text('nobody')) }

export const ENDPOINTS: Readonly<Record<string, Fields>> = {
  'GET /v1/support': {},
  'POST /v1/support/thread': { topic: choice('else'), text: text('Hello.'), client_id: text('client-0001'), ...guest },
  'GET /v1/support/threads': guest,
  'GET /v1/support/messages': {
    thread_id: thread,
    after: optional(whole('1')),
    before: optional(whole('9')),
    limit: optional(whole('10')),
    ...guest,
  },
  'POST /v1/support/message': {
    thread_id: thread,
    client_id: text('client-0001'),
    text: optional(text('Hello.')),
    picture: optional(text('/uploads/none')),
    file: optional(choice('only a file will do')),
    file_kind: optional(choice('voice')),
    ...guest,
  },
  'POST /v1/support/typing': { thread_id: thread, ...guest },
  'POST /v1/support/rating': { thread_id: thread, stars: whole('5'), comment: optional(text('Good.')), ...guest },
}
