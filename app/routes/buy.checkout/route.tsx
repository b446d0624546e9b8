// Simulated provider checkout: purchase, cardholder name, outcome. States that no money is charged.

import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../components/button'
import { Empty } from '../../components/empty'
import { featurePage } from '../../components/feature-words'
import { Field } from '../../components/field'
import { FigureList } from '../../components/figure-list'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default featurePage('buy', Checkout)

function Checkout() {
  const { t } = useTranslation('buy')
  const { play } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader title={t('play_title')} backTo="/buy/orders" />
      <div className="grid gap-4 px-3 lg:px-0">
        <Notice tone="plain">{t('play_text')}</Notice>
        {play ? (
          <PayForm />
        ) : (
          <div className="panel">
            <Empty icon="assets" action={<ButtonLink to="/buy">{t('title')}</ButtonLink>}>
              {t('play_nothing')}
            </Empty>
          </div>
        )}
      </div>
    </div>
  )
}

function PayForm() {
  const { t } = useTranslation('buy')
  const numbers = useNumbers()
  const { play } = useLoaderData<typeof loader>()
  const step = useNavigation().formData?.get('step')
  if (!play) return null
  return (
    <Form method="post" className="panel grid gap-4 p-4 lg:p-6">
      <FigureList
        rows={[
          {
            key: 'you_pay',
            label: t('you_pay'),
            value: (
              <span className="font-semibold">
                {numbers.decimal(play.paid)} {play.currency}
              </span>
            ),
          },
          { key: 'reference', label: t('reference'), value: play.reference },
        ]}
        look="close"
        className="text-sm"
      />
      <Field label={t('play_name')} name="name" maxLength={100} required autoComplete="off" />
      <Button name="step" value="pay" variant="brand" size="lg" isBusy={step === 'pay'}>
        {t('play_pay')}
      </Button>
      <Button name="step" value="fail" variant="quiet" formNoValidate isBusy={step === 'fail'}>
        {t('play_fail')}
      </Button>
    </Form>
  )
}
