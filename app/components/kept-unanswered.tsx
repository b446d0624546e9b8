// That no answer came to a form that stands as it was sent. For forms whose second sending is harmless, or refused as a repetition.

import { useWords } from '../text/words'
import { Notice } from './notice'

export function KeptUnanswered({
  answer,
}: {
  readonly answer: { readonly isUnanswered?: boolean | undefined } | undefined
}) {
  const sayShell = useWords('shell')
  return answer?.isUnanswered ? <Notice tone="bad">{sayShell('unanswered_kept')}</Notice> : null
}
