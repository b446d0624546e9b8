// The form of the contact page: which field a refusal belongs beside, and what comes back. Pure.

export type SupportField = 'replyTo' | 'text' | 'form'

export interface SupportAnswer {
  readonly isSent: boolean
  readonly replyTo: string
  readonly text: string
  readonly problem: { readonly field: SupportField; readonly text: string } | null
  readonly isUnanswered?: boolean
}

const FIELDS: Readonly<Record<string, SupportField>> = {
  email_malformed: 'replyTo',
  support_text_too_short: 'text',
  support_text_too_long: 'text',
}

export const fieldOfSupportRefusal = (code: string): SupportField => FIELDS[code] ?? 'form'
