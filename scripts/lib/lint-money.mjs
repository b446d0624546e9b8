// Custom lint rules for code that decides about money and matching.

const forbid = (messages) => ({
  create: (context) =>
    Object.fromEntries(
      Object.entries(messages).map(([selector, message]) => [selector, (node) => context.report({ node, message })]),
    ),
})

const WAITS = 'Nothing waits here: a transaction would commit at its first await.'

export default {
  meta: { name: 'money' },
  rules: {
    'nothing-waits': forbid({
      ':function[async=true]': WAITS,
      AwaitExpression: WAITS,
      'ForOfStatement[await=true]': WAITS,
    }),
    'no-chance': forbid({
      'MemberExpression[object.name="Math"][property.name="random"]': 'Chance comes in as an argument.',
    }),
    'no-floats': forbid({
      // `ticks` and `lots` reject unsafe integers, so Number() is allowed as their argument; `bookCount` never produces
      // one.
      ':not(CallExpression[callee.name=/^(?:ticks|lots)$/]) > CallExpression[callee.name="Number"]':
        'A number cannot hold an amount: stay with Amount.',
      'CallExpression[callee.name="parseFloat"]': 'A float cannot hold an amount: parseAmount.',
      'MemberExpression[property.name="parseFloat"]': 'A float cannot hold an amount: parseAmount.',
      'MemberExpression[property.name="toFixed"]': 'Rounding is spoken: divideDown, divideUp, divideHalfEven.',
      'Literal[raw=/^\\d*\\.\\d/]': 'No float literal where money is decided: use an integer scale.',
    }),
  },
}
