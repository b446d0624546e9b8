// HTTP status of each refusal, for programs (`problem` answers).

/** Codes whose status their name does not tell. */
const STATUS: Readonly<Record<string, number>> = {
  session_missing: 401,
  session_ended: 401,
  key_unknown: 401,
  key_expired: 401,
  signature_wrong: 401,
  timestamp_late: 401,
  timestamp_early: 401,
  key_not_taken: 403,
  key_scope_missing: 403,
  key_address_refused: 403,
  origin_refused: 403,
  identity_check_needed: 403,
  command_id_reused: 409,
  request_replayed: 409,
  body_too_large: 413,
  file_too_large: 413,
  too_many_requests: 429,
  hashing_busy: 503,
  internal_error: 500,
}

/** 400: cannot be read. 404: no such thing. 422: read, and refused by a rule. */
export function statusOf(code: string): number {
  const known = STATUS[code]
  if (known !== undefined) return known
  if (code.endsWith('_not_found')) return 404
  return code.endsWith('_malformed') || code === 'field_missing' || code === 'field_not_taken' ? 400 : 422
}
