// Text of a settlement rule.

import type { TextBlock } from '../../rules/blocks'

export function RuleText({ blocks, lang }: { readonly blocks: readonly TextBlock[]; readonly lang: string }) {
  return (
    <article lang={lang} className="panel grid gap-3 p-4 text-sm leading-relaxed">
      {blocks.map((block, index) => (
        // The text never changes order.
        <Block key={index} block={block} />
      ))}
    </article>
  )
}

function Block({ block }: { readonly block: TextBlock }) {
  switch (block.kind) {
    case 'heading':
      return <h2 className="mt-2 text-base font-semibold">{block.text}</h2>
    case 'code':
      return (
        <pre className="overflow-x-auto rounded-lg bg-raised p-3 text-xs" tabIndex={0}>
          {block.text}
        </pre>
      )
    case 'list':
      return (
        <ul className="grid list-disc gap-1.5 pl-5">
          <Items items={block.items} />
        </ul>
      )
    case 'steps':
      return (
        <ol className="grid list-decimal gap-1.5 pl-5" start={block.start}>
          <Items items={block.items} />
        </ol>
      )
    case 'text':
      return (
        <p>
          <Inline text={block.text} />
        </p>
      )
  }
}

const Items = ({ items }: { readonly items: readonly string[] }) =>
  items.map((item) => (
    <li key={item}>
      <Inline text={item} />
    </li>
  ))

/** Text between backticks is code. */
const Inline = ({ text }: { readonly text: string }) =>
  text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={index} className="rounded bg-raised px-1 text-xs wrap-anywhere">
        {part}
      </code>
    ),
  )
