// A text that operators wrote. Its HTML is of the small safe subset that the directory allows in.

import { boundUnits } from '../text/bound-units'
import { throughLeavePage } from '../text/leave-links'

export const Prose = ({ html, className = '' }: { html: string; className?: string }) => (
  <div
    className={`prose-plain ${className}`}
    dangerouslySetInnerHTML={{ __html: boundUnits(throughLeavePage(html)) }}
  />
)
