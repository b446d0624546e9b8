// What the two pages of bound addresses share: sending the codes, binding, and saying why not.

import { type AddressBinding, bindAddress, sendBindingCode } from '#services/security/addresses'
import { clientIp } from '#session/client-ip'
import type { SecurityAnswer } from './security'
import { refuseIntent, refuseUnlessEnded } from './form-input.server'
import { readOwnerForm } from './step-up'
import { doneAt } from './detours.server'
import { type SecurityForm, answerOwnCode, refusedSecurity, sentAnswer } from './security-forms.server'
import { fieldOf } from '../visitor/visitor.server'

type NewAddress = Pick<AddressBinding, 'kind' | 'account'>

/** Redirects (by throwing) after the address was bound. Every other answer keeps the address as typed. */
export const answerAddress = async (asked: SecurityForm, address: NewAddress): Promise<SecurityAnswer> => ({
  ...(await answerIntent(asked, address)),
  account: fieldOf(asked.form, 'account'),
})

async function answerIntent(asked: SecurityForm, address: NewAddress): Promise<SecurityAnswer> {
  const { request, env, session, form } = asked
  switch (fieldOf(form, 'intent')) {
    case 'send_own_code':
      return answerOwnCode(asked)
    case 'send_code':
      return sentAnswer(
        request,
        'new',
        await sendBindingCode(env, session, { ...address, clientIp: clientIp(request) }),
      )
    case 'bind': {
      const [code, proof] = [fieldOf(form, 'code'), readOwnerForm(form)]
      const binding = { ...address, code, proof, clientIp: clientIp(request) }
      const outcome = await bindAddress(env, session, binding)
      if (!outcome.ok) return refusedSecurity(request, outcome)
      throw doneAt(request, '/settings/security')
    }
    default:
      return refusedSecurity(request, await refuseUnlessEnded(env, session, refuseIntent(fieldOf(form, 'intent'))))
  }
}
