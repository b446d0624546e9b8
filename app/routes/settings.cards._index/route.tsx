// The bank card at home, to withdraw to.

import { useActionData, useLoaderData } from '@remix-run/react'
import { CardForm, CardTabs } from '../../components/card-form'
import { PageHeader } from '../../components/page-header'
import { useWords } from '../../text/words'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { askFunds as clientAction } from '../../forms/funds-unanswered'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../unanswered'

export default function BankCard() {
  const say = useWords('funds')
  const card = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div>
      <PageHeader title={say('card_domestic')} backTo="/settings" />
      <CardTabs kind="domestic" />
      <CardForm kind="domestic" card={card} answer={answer} />
    </div>
  )
}
