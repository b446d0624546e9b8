// "**** 4242" as it is told on the wire, "•••• 4242" as pages show it: loaders turn it, so that no script has to.

export const dotMask = (masked: string): string => masked.replaceAll('*', '•')
