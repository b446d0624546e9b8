// That the desk has forbidden this account what a form would do, and whom to ask. It stands where the form would.

import { useRefusalWords, useWords } from '../text/words'
import { ButtonLink } from './button'
import { Notice } from './notice'

export function FrozenNotice({ code }: { readonly code: 'trading_frozen' | 'withdrawals_frozen' }) {
  const refusalWords = useRefusalWords()
  const sayContent = useWords('content')
  return (
    <Notice tone="bad">
      <p>{refusalWords({ code, facts: {} })}</p>
      <p className="mt-2">
        <ButtonLink to="/contact" size="sm">
          {sayContent('contact')}
        </ButtonLink>
      </p>
    </Notice>
  )
}
