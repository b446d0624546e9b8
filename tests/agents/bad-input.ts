// The endpoints of agents' orders with their fields, for tests/api/bad-input.rooms.test.ts.

import { type Fields, optional, whole } from '../api/bad-input-fields'

export const ENDPOINTS: Readonly<Record<string, Fields>> = {
  'GET /v1/agents/request': { request_id: whole('999999') },
  'GET /v1/agents/requests': {
    since: optional(whole('1')),
    until: optional(whole('2')),
    cursor: optional(whole('0')),
    limit: optional(whole('10')),
  },
  'POST /v1/agents/approve': { request_id: whole('999999') },
  'POST /v1/agents/refuse': { request_id: whole('999999') },
}
