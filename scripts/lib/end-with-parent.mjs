// Preloaded into child processes: when the parent ends, the whole process group ends.

if (process.channel) {
  process.on('disconnect', () => process.kill(0, 'SIGTERM'))
  // The IPC channel must not keep the process alive.
  process.channel.unref()
}
