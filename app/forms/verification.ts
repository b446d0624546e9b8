// Progress of identity verification.

import type { VerificationView } from '#services/verification'

/** Zero-based: contact details, basic, advanced; three when all is done. */
export function stepOf({ hasEmail, hasMobile, passed }: Pick<VerificationView, 'hasEmail' | 'hasMobile' | 'passed'>) {
  if (passed > 0) return passed + 1
  return hasEmail && hasMobile ? 1 : 0
}
