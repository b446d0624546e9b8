// A receipt in words: what was decided, by which price, and why; with everything that is needed to check it.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { FUTURES_RULE } from '#domain/futures/receipt'
import { FeatureWords } from '../../components/feature-words'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import type { loader } from './data.server'
import { FuturesFacts } from './futures'
import { OptionFacts } from './options'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Page() {
  const { texts, optionTexts } = useLoaderData<typeof loader>()
  return (
    <FeatureWords namespace="futures" texts={texts}>
      <FeatureWords namespace="options" texts={optionTexts}>
        <ReceiptPage />
      </FeatureWords>
    </FeatureWords>
  )
}

function ReceiptPage() {
  const { t } = useTranslation('futures')
  const { id, body, receipt, isRight } = useLoaderData<typeof loader>()
  return (
    <Pane
      title={t('receipt_title')}
      text={t('receipt_text')}
      backTo={receipt.rule === FUTURES_RULE ? '/orders/futures' : '/orders/seconds'}
    >
      <Notice tone={isRight ? 'good' : 'bad'}>{t(isRight ? 'receipt_right' : 'receipt_wrong')}</Notice>
      {receipt.rule === FUTURES_RULE ? <FuturesFacts receipt={receipt} /> : <OptionFacts receipt={receipt} />}
      <section className="panel grid gap-2 p-4 text-sm">
        <h2 className="font-semibold">{t('receipt_check')}</h2>
        <pre className="overflow-x-auto rounded-lg bg-raised p-3 text-2xs" tabIndex={0}>
          {`node verify.mjs ${id}.json`}
        </pre>
        <details>
          <summary className="min-h-11 py-2">{t('receipt_json')}</summary>
          <pre className="overflow-x-auto rounded-lg bg-raised p-3 text-2xs" tabIndex={0}>
            {body}
          </pre>
        </details>
      </section>
    </Pane>
  )
}
