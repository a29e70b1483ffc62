import CPlatform

/// The context's second thread: runs what is posted to it, one after the other, and timers. Everything that fetches and
/// parses is confined to it. It starts with the first job, and is detached: nobody ever waits for it, because the
/// system's name look-up can hang in it for as long as it likes.
package final class Worker: @unchecked Sendable {
    package typealias Job = () -> Void

    package let clock: Clock
    /// How it sleeps: until the wakeup, or for so many milliseconds (negative: without limit). A transport that has
    /// descriptors of its own to watch replaces it. On the worker only.
    package var sleep: (_ wakeup: WakeupFD, _ milliseconds: Int64) -> Void = { $0.wait($1) }

    private let wakeup: WakeupFD
    private let lock = Lock()
    private var jobs: [Job] = []
    private var isStarted = false
    private var isStopped = false
    private var timers: [Timer] = []

    package final class Timer {
        let deadline: Int64
        var job: Job?

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
    package init?(clock: Clock) {
        guard let wakeup = WakeupFD() else { return nil }
        self.wakeup = wakeup
        self.clock = clock
    }

    /// Runs a job on the worker, which it starts, unless it is for a running one only. From any thread. False if the
    /// system gives no thread.
    @discardableResult
    package func post(onlyIfStarted: Bool = false, _ job: @escaping Job) -> Bool {
        let isThere = lock.withLock {
            if isStopped || (onlyIfStarted && !isStarted) { return true }
            if !isStarted { isStarted = start() }
            if isStarted { jobs.append(job) }
            return isStarted
        }
        wakeup.raise()
        return isThere
    }

    /// Ends the thread after the jobs posted so far; later ones are dropped. From any thread; doesn't wait.
    package func stop() {
        lock.withLock {
            jobs.append { [unowned(unsafe) self] in
                for timer in timers { timer.cancel() }
                timers = []
            }
            isStopped = true
            if !isStarted { jobs = [] }
        }
        wakeup.raise()
    }

    /// Runs a job after a time of the clock. On the worker only.
    package func after(_ milliseconds: Int64, _ job: @escaping Job) -> Timer {
        let timer = Timer(deadline: clock.now &+ max(milliseconds, 0), job: job)
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
        while true {
            wakeup.clear()
            let (jobs, isLast) = lock.withLock {
                let jobs = self.jobs
                self.jobs = []
                return (jobs, isStopped)
            }
            for job in jobs { job() }
            if isLast { break }
            fireTimers()
            sleep(wakeup, timeToSleep)
        }
        // What a transport set up for sleeping goes with the thread that used it.
        sleep = { $0.wait($1) }
    }

    private func fireTimers() {
        let now = clock.now
        let due = timers.filter { $0.deadline <= now }
        guard !due.isEmpty else { return }
        timers.removeAll { $0.deadline <= now || $0.job == nil }
        for timer in due.sorted(by: { $0.deadline < $1.deadline }) {
            let job = timer.job
            timer.job = nil
            job?()
        }
    }

    private var timeToSleep: Int64 {
        timers.removeAll { $0.job == nil }
        if clock.isManual { return -1 }
        guard let next = timers.map({ $0.deadline }).min() else { return -1 }
        return max(next &- clock.now, 0)
    }
}
