import CPlatform

/// The context's second thread: runs what is posted to it, one after the other, and timers. Everything that fetches and
/// parses is confined to it. It starts with the first job, and is detached: nobody ever waits for it, because the
/// system's name look-up can hang in it for as long as it likes.
package final class Worker: @unchecked Sendable {
    /// What it captures is the worker's from now on.
    package typealias Job = () -> Void

    /// On the worker only.
    package let clock: Clock
    /// How it sleeps: until the wakeup, or for so many milliseconds (negative: without limit). A transport that has
    /// descriptors of its own to watch replaces it. On the worker only.
    package var sleep: (_ wakeup: WakeupFD, _ milliseconds: Int64) -> Void = { $0.wait($1) }

    private let wakeup: WakeupFD
    private let lock = Lock()
    private var jobs: [Job] = []
    private var isStarted = false
    private var isStopped = false
    /// Who waits until there is nothing to do.
    private var waiting: [WakeupFD] = []
    private var timers: [Timer] = []

    package final class Timer {
        let deadline: Int64
        fileprivate var job: Job?

        init(deadline: Int64, job: @escaping Job) {
            self.deadline = deadline
            self.job = job
        }

        /// It won't fire; harmless after it did.
        package func cancel() {
            job = nil
        }
    }

    /// Nil if the process has no descriptor left.
    package convenience init?(clock: Clock) {
        guard let wakeup = WakeupFD() else { return nil }
        self.init(clock, wakeup)
    }

    private init(_ clock: Clock, _ wakeup: WakeupFD) {
        self.clock = clock
        self.wakeup = wakeup
    }

    // MARK: - Any thread

    /// Runs a job on the worker, which it starts. Dropped after `stop`. False if the system gives no thread.
    @discardableResult
    package func post(_ job: @escaping Job) -> Bool {
        let isThere = lock.withLock {
            if isStopped { return true }
            if !isStarted { isStarted = start() }
            if isStarted { jobs.append(job) }
            return isStarted
        }
        wakeup.raise()
        return isThere
    }

    /// Runs a job on the worker, or at once if it has yet to start. Only for the thread that starts it.
    package func arrange(_ job: @escaping Job) {
        if lock.withLock({ isStarted }) { post(job) } else { job() }
    }

    /// Ends the thread after the jobs posted so far; later ones are dropped. Doesn't wait.
    package func stop() {
        lock.withLock { isStopped = true }
        wakeup.raise()
    }

    /// Waits until all is done that was posted or due, and all that came of it. Not on the worker.
    package func waitUntilIdle() {
        guard let idle = WakeupFD() else { return }
        let isRunning = lock.withLock {
            if isStarted && !isStopped { waiting.append(idle) }
            return isStarted && !isStopped
        }
        wakeup.raise()
        while isRunning && !idle.wait(-1) {}
        idle.clear()
    }

    // MARK: - On the worker

    /// Runs a job after a time of the clock.
    package func after(_ milliseconds: Int64, _ job: @escaping Job) -> Timer {
        let timer = Timer(deadline: clock.time(after: max(milliseconds, 0)), job: job)
        timers.append(timer)
        return timer
    }

    private func start() -> Bool {
        let thread = Unmanaged.passRetained(self)
        let error = feedcore_start_thread(
            { worker in
                guard let worker else { return nil }
                Unmanaged<Worker>.fromOpaque(worker).takeRetainedValue().run()
                return nil
            }, thread.toOpaque())
        if error != 0 { thread.release() }
        return error == 0
    }

    private func run() {
        while runJobs() {
            fireTimers()
            let milliseconds = timeToSleep
            if milliseconds != 0 { tellIdle() }
            sleep(wakeup, milliseconds)
        }
        for timer in timers { timer.cancel() }
        timers = []
        // What a transport set up for sleeping goes with the thread that used it.
        sleep = { $0.wait($1) }
        tellIdle()
    }

    /// False if these were the last.
    private func runJobs() -> Bool {
        wakeup.clear()
        let (jobs, areLast) = lock.withLock {
            let jobs = self.jobs
            self.jobs = []
            return (jobs, isStopped)
        }
        for job in jobs { job() }
        return !areLast
    }

    private func tellIdle() {
        let waiting = lock.withLock {
            guard jobs.isEmpty || isStopped else { return [] as [WakeupFD] }
            let waiting = self.waiting
            self.waiting = []
            return waiting
        }
        for idle in waiting { idle.raise() }
    }

    private func fireTimers() {
        let now = clock.now
        var due = timers.filter { $0.deadline <= now }
        timers.removeAll { $0.deadline <= now }
        while let next = due.indices.min(by: { due[$0].deadline < due[$1].deadline }) {
            let timer = due.remove(at: next)
            let job = timer.job
            timer.job = nil
            job?()
        }
    }

    private var timeToSleep: Int64 {
        timers.removeAll { $0.job == nil }
        guard let next = timers.map({ $0.deadline }).min() else { return -1 }
        let now = clock.now
        if next <= now { return 0 }
        return clock.isManual ? -1 : next &- now
    }
}
