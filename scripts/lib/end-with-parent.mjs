// Loaded first into a started process: when whoever started it is gone, its whole process group goes too.

if (process.channel) {
  process.on('disconnect', () => process.kill(0, 'SIGTERM'))
  // Listening must not keep the process alive.
  process.channel.unref()
}
