// The endpoints of the chat rooms with their fields, for tests/api/bad-input.rooms.test.ts.

import { type Fields, optional, text, whole } from '../api/bad-input-fields'

const room = text('en')

export const ENDPOINTS: Readonly<Record<string, Fields>> = {
  'GET /v1/chat/messages': {
    room,
    after: optional(whole('1')),
    before: optional(whole('9')),
    limit: optional(whole('10')),
  },
  'POST /v1/chat/message': { room, client_id: text('client-0001'), text: text('Hello.') },
  'POST /v1/chat/report': { room, message_no: whole('1') },
  'POST /v1/chat/hide': { room, message_no: whole('1') },
  'POST /v1/chat/show': { author: text('somebody') },
}
