// Receipt page: decision, prices, explanation, and data for verification.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { ComponentType } from 'react'
import type { Receipt } from '#domain/receipt'
import { ButtonLink, buttonClass } from '../../components/button'
import { FeatureWords } from '../../components/feature-words'
import { LogWatch } from '../../components/fairness/log-watch'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'
import { RECEIPT_KINDS } from './kinds'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Page() {
  const { texts, kindTexts, fairnessTexts, receipt } = useLoaderData<typeof loader>()
  return (
    <FeatureWords namespace="futures" texts={texts}>
      <FeatureWords namespace={RECEIPT_KINDS[receipt.rule].words} texts={kindTexts}>
        <FeatureWords namespace="fairness" texts={fairnessTexts}>
          <ReceiptPage />
        </FeatureWords>
      </FeatureWords>
    </FeatureWords>
  )
}

const SCRIPT = 'verify.mjs'
/** Short enough to type: a hash at the end is cut. */
const fileOf = (id: string): string => id.replace(/[0-9a-f]{64}$/, (hash) => hash.slice(0, 12))

function ReceiptPage() {
  const { t } = useTranslation('futures')
  const { t: tFairness } = useTranslation('fairness')
  const { id, loggedId, site, body, receipt, isRight, place, log } = useLoaderData<typeof loader>()
  const { backTo, ...kind } = RECEIPT_KINDS[receipt.rule]
  // The table maps each receipt rule to its own component, hence the cast.
  const Facts = kind.Facts as ComponentType<{ readonly receipt: Receipt }>
  return (
    <Pane title={t('receipt_title')} text={t('receipt_text')} backTo={backTo} frame="form">
      <Notice tone={isRight ? 'good' : 'bad'}>{t(isRight ? 'receipt_right' : 'receipt_wrong')}</Notice>
      <Facts receipt={receipt} />
      {log && <LogPlace />}
      <section className="panel grid gap-2 p-4 text-sm">
        <h2 className="font-semibold">{t('receipt_check')}</h2>
        <p className="flex flex-wrap gap-2">
          <a href={`/${SCRIPT}`} download className={buttonClass({ size: 'sm' })}>
            {SCRIPT}
          </a>
          {/* Exact bytes whose hash is the receipt id. */}
          <a
            href={`data:application/json,${encodeURIComponent(body)}`}
            download={`${fileOf(id)}.json`}
            className={buttonClass({ size: 'sm' })}
          >
            {t('receipt_json')}
          </a>
          {place && (
            <a
              href={`/api/v1/log/receipt?receipt_id=${loggedId}`}
              download={`${fileOf(id)}.proof.json`}
              className={buttonClass({ size: 'sm' })}
            >
              {tFairness('log_proof')}
            </a>
          )}
          <ButtonLink to={`/fairness/rules/${receipt.rule}`} size="sm">
            {t('receipt_rule')}
          </ButtonLink>
        </p>
        <pre className="overflow-x-auto rounded-lg bg-raised p-3 text-2xs" tabIndex={0}>
          {place && log
            ? `node ${SCRIPT} --key ${log.key} ${site ? `--site ${site} ` : ''}${fileOf(id)}.json ${fileOf(id)}.proof.json`
            : `node ${SCRIPT} ${fileOf(id)}.json`}
        </pre>
        <p>
          <Link to="/fairness#check" className="inline-block py-2 text-selected-text hover:underline">
            {tFairness('how_link')}
          </Link>
        </p>
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

/** Where the log holds the receipt and its prices, under the newest checkpoint. */
function LogPlace() {
  const { t } = useTranslation('fairness')
  const numbers = useNumbers()
  const { place, log } = useLoaderData<typeof loader>()
  return (
    <section className="panel grid gap-2 p-4 text-sm" data-testid="log-place">
      <h2 className="font-semibold">{t('log_title')}</h2>
      <p>
        {place
          ? t('log_place', { leaf: numbers.count(place.leaf), size: numbers.count(place.size) })
          : t('log_place_waits')}
      </p>
      {place && place.ticks > 0 && (
        <p>{t('log_ticks', { logged: numbers.count(place.logged), ticks: numbers.count(place.ticks) })}</p>
      )}
      {log && <LogWatch checkpoint={log.checkpoint} />}
    </section>
  )
}
