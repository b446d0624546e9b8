// The owner's proof before anything that secures the account is changed: a step-up, or, while there is none, a code to the bound
// address.

import { StepUpFields } from '../components/step-up-fields'
import { useWords } from '../text/words'
import type { OwnerStart } from './security'
import { SentCode } from './sent-code'
import type { SecurityFormState } from './use-security-form'

export function OwnerFields({ owner, form }: { owner: OwnerStart; form: SecurityFormState }) {
  const say = useWords('security')
  if (owner.methods.length > 0) return <StepUpFields methods={owner.methods} problem={form.problemOf('proof')} />
  return (
    <SentCode form={form} to="own" label={say('own_code')} hint={say('own_code_hint', { address: owner.address })} />
  )
}
