// Domestic bank card for withdrawals.

import { useActionData, useLoaderData } from '@remix-run/react'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useTranslation } from 'react-i18next'
import { CardForm, CardTabs } from '../components/funds/card-form'
import { PageHeader } from '../components/page-header'
import { changeCard, loadCard } from '../forms/card-pages.server'
import { titleOf } from '../text/title.server'
import { requireSession } from '../visitor/visitor.server'

export { askFunds as clientAction } from '../forms/funds'
export { pageTitle as meta } from '../text/title'
export { keepUnanswered as shouldRevalidate } from '../site/revalidation'

/** Domestic bank card: saved, changed or deleted. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = await requireSession(request, context.env)
  const card = await loadCard(request, context.env, session, 'domestic')
  return { title: titleOf(request, 'funds', 'card_domestic'), ...card }
}

export const action = ({ request, context }: ActionFunctionArgs) => changeCard(request, context.env, 'domestic')

export default function BankCard() {
  const { t } = useTranslation('funds')
  const card = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div>
      <PageHeader title={t('card_domestic')} backTo="/settings" />
      <CardTabs kind="domestic" />
      <CardForm kind="domestic" card={card} answer={answer} />
    </div>
  )
}
