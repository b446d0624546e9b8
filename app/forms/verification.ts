// Identity forms: mapping of refusals to fields, and the action answer.

import type { VerificationView } from '#services/verification'
import { askOr } from '../site/revalidation'

export type VerificationField = 'country' | 'name' | 'number' | 'front' | 'reverse' | 'form'

export interface VerificationAnswer {
  readonly isSubmitted: boolean
  readonly problem: { readonly field: VerificationField; readonly text: string } | null
  /** Submitted text fields, for rendering again; pictures must be selected again. */
  readonly fields: { readonly country: string; readonly idType: string; readonly name: string; readonly number: string }
  /** True when no answer arrived; set only in the browser. */
  readonly isUnanswered?: boolean | undefined
}

export const askVerification = askOr<VerificationAnswer>(({ country = '', idType = '', name = '', number = '' }) => ({
  isSubmitted: false,
  problem: null,
  fields: { country, idType, name, number },
  isUnanswered: true,
}))

export function fieldOfVerificationRefusal(code: string): VerificationField {
  switch (code) {
    case 'identity_picture_twice':
      return 'reverse'
    case 'country_malformed':
      return 'country'
    case 'real_name_malformed':
      return 'name'
    case 'id_number_malformed':
    case 'document_in_use':
      return 'number'
    default:
      return 'form'
  }
}

/** Zero-based: contact details, basic, advanced; three when all is done. */
export function stepOf({ hasEmail, hasMobile, passed }: Pick<VerificationView, 'hasEmail' | 'hasMobile' | 'passed'>) {
  if (passed > 0) return passed + 1
  return hasEmail && hasMobile ? 1 : 0
}
