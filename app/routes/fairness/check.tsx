// How anyone checks a receipt: the script, one command line, and what the words of its answer mean.

import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../components/button'

const SCRIPT = 'verify.mjs'
/** Words of the script's answer, which is in English, and their meanings. */
const ANSWERS = [
  ['right', 'how_right'],
  ['WRONG', 'how_wrong'],
  ['proven', 'how_proven'],
  ['not proven', 'how_not_proven'],
  ['cosigned by', 'how_cosigned'],
] as const

/** `logKey`: public key of the log; null where no log is kept. */
export function CheckPanel({ logKey }: { readonly logKey: string | null }) {
  const { t } = useTranslation('fairness')
  const files = logKey === null ? 'receipt.json' : `--key ${logKey} receipt.json receipt.proof.json`
  return (
    <section id="check" className="panel mx-3 mb-3 scroll-mt-20 space-y-3 p-4 text-sm lg:mx-0">
      <h2 className="font-semibold">{t('how_title')}</h2>
      <p>{t('how_text')}</p>
      <ol className="list-decimal space-y-3 pl-5">
        <li>
          <p className="mb-2">{t('how_script')}</p>
          <a href={`/${SCRIPT}`} download className={buttonClass({ size: 'sm' })}>
            {SCRIPT}
          </a>
        </li>
        <li>{t('how_receipt')}</li>
        <li>
          <p className="mb-2">{t('how_run')}</p>
          <pre
            className="overflow-x-auto rounded-lg bg-raised p-3 text-2xs"
            tabIndex={0}
            lang="en"
            data-figure="verify-command"
          >{`node ${SCRIPT} ${files}`}</pre>
        </li>
      </ol>
      <h3 className="font-semibold">{t('how_answer')}</h3>
      <dl className="grid gap-x-4 gap-y-2 md:grid-cols-[auto_1fr]">
        {ANSWERS.map(([word, meaning]) => (
          <div key={word} className="grid gap-0.5 md:contents">
            <dt>
              <code lang="en">{word}</code>
            </dt>
            <dd className="text-muted">{t(meaning)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
