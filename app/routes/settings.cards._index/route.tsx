// The bank card at home, to withdraw to.

import { useActionData, useLoaderData } from '@remix-run/react'
import { CardForm } from '../../components/card-form'
import { ButtonLink } from '../../components/button'
import { PageHeader } from '../../components/page-header'
import { useWords } from '../../text/words'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function BankCard() {
  const say = useWords('funds')
  const card = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="max-w-2xl">
      <PageHeader
        title={say('card_domestic')}
        backTo="/settings"
        end={
          <ButtonLink to="/settings/cards/international" size="sm" variant="plain">
            {say('card_international')}
          </ButtonLink>
        }
      />
      <CardForm kind="domestic" card={card} answer={answer} />
    </div>
  )
}
