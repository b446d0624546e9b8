// Line of the desk's audit log, chained by hash: each hash covers the line's content and the previous hash. Callers compute the hash
// (SHA-256, hexadecimal).

export const AUDIT_ACTIONS = [
  'login',
  'login_failed',
  'logout',
  'staff_invited',
  'staff_enrolled',
  'staff_role_changed',
  'staff_disabled',
  'staff_passkey_added',
  'staff_passkey_renamed',
  'staff_passkey_removed',
  'staff_app_added',
  'staff_app_removed',
  'customer_declared',
  'staff_customer_removed',
  'own_account_refused',
  'review_claimed',
  'review_taken_over',
  'review_released',
  'review_noted',
  'review_approved',
  'review_rejected',
  'review_resolved',
  'correction_proposed',
  'staff_proposed',
  'change_proposed',
  'recovery_proposed',
  'flag_proposed',
  'user_frozen',
  'trader_stopped',
  'statement_imported',
  'line_assigned',
  'line_reviewed',
  'nft_taken_down',
  'nft_artist_hidden',
  'nft_artist_shown',
  'user_app_removed',
  'user_flag_changed',
  'seal_opening_proposed',
  'seal_opened',
  'row_added',
  'row_changed',
  'coupon_added',
  'coupon_changed',
  'list_exported',
  'picture_opened',
  'support_taken',
  'support_handed_over',
  'support_answered',
  'support_noted',
  'support_closed',
  'chat_muted',
  'chat_unmuted',
  'chat_removed',
  'chat_report_closed',
  'chain_restarted',
  'payout_proposed',
  'payout_batched',
  'payout_prepared',
  'payout_signed',
  'payout_told',
  'screening_loaded',
  'screening_cleared',
  'screening_confirmed',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export interface AuditLine {
  /** 1, 2, 3 … without a gap. */
  readonly seq: number
  readonly at: number
  /** Null for actions of the system. */
  readonly staffId: number | null
  readonly action: string
  /** Target of the action: "review:17", "user:10001", "pair:BTC-USDT". */
  readonly target: string
  /** JSON of names and texts. */
  readonly facts: string
  /** One command writes one line, however often it is sent. */
  readonly commandId: string
  readonly previousHash: string
}

export interface ChainedAuditLine extends AuditLine {
  readonly hash: string
}

/** Previous hash of the first line. */
export const FIRST_HASH = '0'.repeat(64)

/** The text whose SHA-256 is the line's hash. Its order is part of every hash ever written. */
export const auditText = (line: AuditLine): string =>
  JSON.stringify([
    line.seq,
    line.at,
    line.staffId,
    line.action,
    line.target,
    line.facts,
    line.commandId,
    line.previousHash,
  ])

export interface AuditBreak {
  readonly seq: number
  /** gap: a line before it is missing. link: its previous hash doesn't match. content: its text was changed. */
  readonly kind: 'gap' | 'link' | 'content'
}

/** The first break between `before` and these lines, in their order; null when they hold. `hashOf` answers SHA-256 in hexadecimal. */
export function findBreak(
  before: Pick<ChainedAuditLine, 'seq' | 'hash'>,
  lines: readonly ChainedAuditLine[],
  hashOf: (text: string) => string,
): AuditBreak | null {
  let { seq, hash } = before
  for (const line of lines) {
    if (line.seq !== seq + 1) return { seq: line.seq, kind: 'gap' }
    if (line.previousHash !== hash) return { seq: line.seq, kind: 'link' }
    if (line.hash !== hashOf(auditText(line))) return { seq: line.seq, kind: 'content' }
    seq = line.seq
    hash = line.hash
  }
  return null
}

/** Copy of an earlier line's hash, stored outside the desk's reach. Detects a chain that was cut or recomputed, which is consistent in itself. */
export type AuditMark = Pick<ChainedAuditLine, 'seq' | 'hash'>

/** "123:" and the hash, as in the mail to admins. */
export const writeMark = ({ seq, hash }: AuditMark): string => `${seq}:${hash}`

export function parseMark(text: string): AuditMark | null {
  const [, seq, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text.trim()) ?? []
  return seq === undefined || hash === undefined ? null : { seq: parseInt(seq, 10), hash }
}

/** Compares a stored mark with the line of its number today (`hash`, null without one). */
export function compareMark(mark: AuditMark, hash: string | null): 'cut' | 'rewritten' | null {
  if (hash === null) return 'cut'
  return hash === mark.hash ? null : 'rewritten'
}
