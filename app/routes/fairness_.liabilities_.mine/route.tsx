// Own proof page: amounts of this account in the newest tree of liabilities, checked by the browser, and a file for each asset.

import { useLoaderData } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { liabilityCheck } from '#domain/liabilities/proof'
import { buttonClass } from '../../components/button'
import { type Column, DataTable } from '../../components/data-table'
import { Empty } from '../../components/empty'
import { featurePage } from '../../components/feature-words'
import { FigureList } from '../../components/figure-list'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

type Holding = ReturnType<typeof useLoaderData<typeof loader>>['holdings'][number]

export default featurePage('fairness', OwnProof)

const SCRIPT = 'verify.mjs'
const fileOf = (day: string, code: string): string => `liabilities-${day}-${code}.json`

function OwnProof() {
  const { t } = useTranslation('fairness')
  const { title, tree, account, holdings } = useLoaderData<typeof loader>()
  const columns = useColumns()
  return (
    <Pane title={title} text={t('mine_text')} backTo="/fairness/liabilities" frame="form">
      {tree === null || holdings.length === 0 ? (
        <Empty icon="shield">{tree === null ? t('no_tree') : t('mine_absent', { day: tree.day })}</Empty>
      ) : (
        <>
          <Verdict root={tree.root} holdings={holdings} />
          <FigureList
            rows={[
              { key: 'account', label: t('account'), value: account },
              { key: 'day', label: t('day'), value: tree.day },
              { key: 'root', label: t('root'), value: <code className="text-2xs break-all">{tree.root}</code> },
            ]}
          />
          <div className="panel">
            <DataTable
              caption={title}
              columns={columns}
              rows={holdings}
              keyOf={({ code }) => code}
              end={(holding) => <ProofLink day={tree.day} holding={holding} />}
            />
          </div>
          <section className="panel grid gap-2 p-4 text-sm">
            <h2 className="font-semibold">{t('check')}</h2>
            <p className="text-muted">{t('check_text')}</p>
            <p className="flex flex-wrap gap-2">
              <a href={`/${SCRIPT}`} download className={buttonClass({ size: 'sm' })}>
                {SCRIPT}
              </a>
            </p>
            <pre className="overflow-x-auto rounded-lg bg-raised p-3 text-2xs" tabIndex={0}>
              {`node ${SCRIPT} ${fileOf(tree.day, holdings[0]?.code ?? '')}`}
            </pre>
          </section>
        </>
      )}
    </Pane>
  )
}

const ProofLink = ({ day, holding: { code, body } }: { readonly day: string; readonly holding: Holding }) => {
  const { t } = useTranslation('fairness')
  return (
    <a
      href={`data:application/json,${encodeURIComponent(body)}`}
      download={fileOf(day, code)}
      className={buttonClass({ size: 'sm' })}
    >
      {t('download', { asset: code })}
    </a>
  )
}

/** Before the browser has checked, and without scripts, the proofs count as unchecked. */
function Verdict({ root, holdings }: { readonly root: string; readonly holdings: readonly Holding[] }) {
  const { t } = useTranslation('fairness')
  const [isRight, setRight] = useState<boolean | null>(null)
  useEffect(() => {
    // Browsers offer no hashing on an insecure connection: then the proofs stay unchecked.
    verify(root, holdings).then(setRight, () => setRight(null))
  }, [root, holdings])
  if (isRight === null) return <Notice tone="plain">{t('mine_unchecked')}</Notice>
  return <Notice tone={isRight ? 'good' : 'bad'}>{t(isRight ? 'mine_right' : 'mine_wrong')}</Notice>
}

async function verify(root: string, holdings: readonly Holding[]): Promise<boolean> {
  const checked = holdings.map(async ({ body }) => {
    const proof: unknown = JSON.parse(body)
    const check = liabilityCheck(proof)
    let step = check.next()
    while (step.done !== true) step = check.next(await sha256(step.value))
    return step.value.length === 0 && (proof as { readonly root: string }).root === root
  })
  return (await Promise.all(checked)).every(Boolean)
}

/** In base64url. */
async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const base64 = btoa(String.fromCharCode(...new Uint8Array(hash)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function useColumns(): readonly Column<Holding>[] {
  const { t } = useTranslation('fairness')
  const numbers = useNumbers()
  return [
    { key: 'asset', head: t('asset'), isTitle: true, cell: ({ code }) => code },
    { key: 'equity', head: t('own_equity'), isNumber: true, cell: ({ equity }) => numbers.decimal(equity) },
    { key: 'debt', head: t('own_debt'), isNumber: true, cell: ({ debt }) => numbers.decimal(debt) },
  ]
}
