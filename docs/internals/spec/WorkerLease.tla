---------------------------- MODULE WorkerLease ----------------------------
(* The lease of one worker id: the row of WORKER_LEASE that stands for it, and the processes that take it, reserve ticks
   in it, use them and hand their UIDs out. Rows have nothing to do with each other, so one is enough.

   A generator that holds several worker ids is one holder of each of their rows: a HeldWorkerId. One that leaves takes no step but
   GetUID until it is released.

   Clocks are not modelled but set free: wherever the code reads one, the model takes any tick. A pause is a step that
   comes late or never: between any two steps of a holder all others may take any number of theirs.

   An action has the name of the method that does it, given in the line above; what is no method is done to the system. *)
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS
    Holders,            \* processes that want the worker id
    MaxTick,            \* UidLayout.maxTick
    MaxTerm,            \* how many acquisitions there are at most
    MaxReservation,     \* ticks that a reservation adds at most: ReserveAhead
    MaxLate,            \* statements of unknown outcome that are under way at a time
    MaxLost,            \* writes that the store loses at a time
    MaxBuffered,        \* ticks that are used and not handed out yet: ring and open blocks. 0: not modelled

    \* What the code rests on; each is TRUE, or a configuration shows what happens without it.
    FenceWantsTerm,     \* Fence.admits, JdbcLeaseStore.FENCE: TERM = ?
    FenceWantsRange,    \* Fence.admits, JdbcLeaseStore.FENCE: RESERVED_THROUGH BETWEEN ? AND ?
    Quarantine,         \* a successor also skips what was announced: RowRules.firstTickOfSuccessor
    Announces,          \* a reservation adds no more than the write before announced: LeaseRenewal.plan
    RepeatsTheSame,     \* after an unknown outcome the same is written again: LeaseRenewal.pending
    ReservesFirst,      \* a tick is used only after it was reserved
    ReleasesLast,       \* nothing is used after the worker id was given back
    Reminds,            \* a holder that finds that the store has gone back raises the row: LeaseRenewal.remind
    DropsRevoked,       \* a generator that replaces a revoked lease drops what it has buffered: LeasedTicks.isValid
    TermsOfIdentity,       \* the TERMs of a store identity count from its number: RowRules.nextTerm
    JudgesIdentity,        \* a lease is revoked if the store has another identity: LeaseRenewal.judge
    KeepsIdentity,         \* a process takes worker ids of one store identity only: that of its first lease, or that it was told

    \* What the code leaves out of account.
    KeepsAcquisitions,  \* the store does not lose an acquisition, nor what was before it
    NoticedFirst,       \* where the store has gone back, its holder is there, and the first to write
    KeepsStore,         \* the store is not replaced by an empty one
    ToldIdentity,          \* each process is told by its configuration which store identity to expect
    ContinuesOnce       \* of a store and its copy, only one is written to

VARIABLES
    row,      \* the columns TERM, RESERVED_THROUGH, NEXT_RESERVATION and HELD, and the store's identity
    copy,     \* the row in a copy of the store that is written to as well
    past,     \* the row as it was before the latest writes, the latest first: what the store may go back to
    late,     \* statements whose sender has given up waiting: each may still be done, once
    lease,    \* what each holder knows: FencedWorkerLease and LeaseRenewal
    terms,    \* terms that were given: nextTerm never gives one again, since its steps are random
    used,     \* how often each tick was used under the worker id
    buffered, \* ticks that each process has used and may still hand out, whatever lease it has by now
    handedOut \* how often each tick was handed out, as far as a generator answers for it: see GetUID

vars == <<row, copy, past, late, lease, terms, used, buffered, handedOut>>
output == <<used, buffered, handedOut>>

Ticks == 1..MaxTick
Sizes == 1..MaxReservation
Max(a, b) == IF a > b THEN a ELSE b
Min(a, b) == IF a < b THEN a ELSE b

None == [through |-> 0, next |-> 0]

\* Identities, random numbers in the code: no TERM is within reach of two of them, and a new one is lower or higher than the first.
Identities == {n * (MaxTerm + 1) : n \in 0..2}
FirstIdentity == IF KeepsStore THEN 0 ELSE MaxTerm + 1
Nowhere == -1

\* There is none yet; or it was given back by a process, long ago.
NoRow(identity) == [term |-> 0, through |-> 0, next |-> 0, held |-> FALSE, identity |-> identity]

\* term: 0 without a lease; last: the last tick used; asked: a tick that reserve let through, not used yet;
\* through, next: LeaseRenewal.reserved; pending: LeaseRenewal.pending; refused: it has changed no row, and what follows
\* from that is still to be done; ending: LeaseEnding.Kind; astray: the store has lost writes of this lease, or is another one;
\* identity: the StoreIdentity of the lease, or that the process expects; own: ticks that the process has handed out, where the store may be
\* replaced
NoLease == [term |-> 0, last |-> 0, asked |-> 0, through |-> 0, next |-> 0, pending |-> None, refused |-> FALSE,
            ending |-> "none", astray |-> FALSE, identity |-> IF ToldIdentity THEN FirstIdentity ELSE Nowhere, own |-> {}]

Init ==
    /\ row = NoRow(FirstIdentity)
    /\ copy = row
    /\ past = <<>>
    /\ late = {}
    /\ lease = [h \in Holders |-> NoLease]
    /\ terms = {}
    /\ used = [t \in Ticks |-> 0]
    /\ buffered = [h \in Holders |-> {}]
    /\ handedOut = [t \in Ticks |-> 0]

-----------------------------------------------------------------------------
\* What LeaseRenewal writes by WorkerLeaseStore.update: which rows it changes, and to what.

Announced(reservation) == reservation.through + reservation.next

reserve(term, least, wanted) ==
    [kind |-> "reserve", term |-> term, least |-> least, through |-> wanted.through, next |-> wanted.next]
giveBack(term, last, next) == [kind |-> "giveBack", term |-> term, least |-> 0, through |-> last, next |-> next]
raise(term, wanted) == [kind |-> "raise", term |-> term, least |-> 0, through |-> Announced(wanted), next |-> wanted.next]

Matches(s) ==
    CASE s.kind = "reserve" -> /\ FenceWantsTerm => row.term = s.term
                               /\ FenceWantsRange => s.least <= row.through /\ row.through <= s.through
      [] s.kind = "giveBack" -> row.term = s.term
      [] s.kind = "raise" -> row.term = s.term /\ row.through < s.through

Written(s) ==
    CASE s.kind = "giveBack" -> [row EXCEPT !.through = s.through, !.next = s.next, !.held = FALSE]
      [] OTHER -> [row EXCEPT !.through = s.through, !.next = s.next, !.held = TRUE]

Remember(rows) == SubSeq(rows, 1, Min(Len(rows), MaxLost))

Commit(new) ==
    /\ row' = new
    /\ past' = IF new = row THEN past ELSE Remember(<<row>> \o past)

Execute(s) == Commit(IF Matches(s) THEN Written(s) ELSE row)

\* The sender waits for the answer in vain. Where the statement is done at once, LateWrite is the next step.
Send(s) ==
    /\ Cardinality(late \cup {s}) <= MaxLate
    /\ late' = late \cup {s}
    /\ UNCHANGED <<row, past>>

-----------------------------------------------------------------------------
IsOpen(h) == lease[h].term # 0 /\ lease[h].ending = "none"

\* To this holder the store has confirmed more than it knows now, and it has not found out or not said so yet.
IsAhead(h) ==
    \/ /\ IsOpen(h)
       /\ \/ row.term < lease[h].term
          \/ row.term = lease[h].term /\ row.through < lease[h].through
    \/ lease[h].ending = "REVOKED" /\ lease[h].refused
MayWrite(h) == NoticedFirst => \A other \in Holders \ {h} : ~IsAhead(other)

TermsFrom == IF TermsOfIdentity THEN row.identity ELSE 0
Terms == TermsFrom + 1 .. TermsFrom + MaxTerm

\* Any higher one; where all acquisitions are kept, only the order of terms matters.
NextTerms == IF KeepsAcquisitions THEN {Max(row.term, TermsFrom) + 1} ELSE {t \in Terms : t > row.term} \ terms

FirstTickOfSuccessor(r) == r.through + (IF r.held /\ Quarantine THEN r.next ELSE 0) + 1

\* LeaseAcquisition.acquire
\* One step, as the row is written only if it is as it was looked at. Which tick is now decides whether the row looks free and where the lease starts: anywhere from the first tick allowed.
Acquire(h) ==
    \E first \in Ticks, term \in Terms, reservation \in Sizes :
        LET through == Min(first - 1 + reservation, MaxTick) IN
        /\ lease[h].term = 0
        /\ MayWrite(h)
        /\ KeepsIdentity => lease[h].identity \in {Nowhere, row.identity}
        /\ first >= FirstTickOfSuccessor(row)
        /\ term \in NextTerms
        /\ row' = [term |-> term, through |-> through, next |-> reservation, held |-> TRUE, identity |-> row.identity]
        /\ past' = IF KeepsAcquisitions THEN <<>> ELSE Remember(<<row>> \o past)
        /\ terms' = terms \cup {term}
        /\ lease' = [lease EXCEPT ![h] = [NoLease EXCEPT
               !.term = term, !.last = first - 1, !.through = through, !.next = reservation,
               !.identity = row.identity, !.own = lease[h].own]]
        /\ UNCHANGED <<copy, late, output>>

\* FencedWorkerLease.reserve
\* The caller compares with usableThrough, and may be paused before it uses the tick.
Reserve(h) ==
    \E tick \in Ticks :
        /\ lease[h].term # 0
        /\ lease[h].asked = 0
        /\ lease[h].ending \in {"none", "LOST"}
        /\ tick > lease[h].last
        /\ ReservesFirst => tick <= lease[h].through
        /\ lease' = [lease EXCEPT ![h].asked = tick]
        /\ UNCHANGED <<row, copy, past, late, terms, output>>

\* BufferedTicks.claimTick
ClaimTick(h) ==
    LET tick == lease[h].asked IN
    /\ tick # 0
    /\ MaxBuffered > 0 => Cardinality(buffered[h]) < MaxBuffered
    /\ lease' = [lease EXCEPT ![h].last = tick, ![h].asked = 0]
    /\ used' = [used EXCEPT ![tick] = @ + 1]
    /\ buffered' = IF MaxBuffered > 0 THEN [buffered EXCEPT ![h] = @ \cup {tick}] ELSE buffered
    /\ UNCHANGED <<row, copy, past, late, terms, handedOut>>

\* UidSource.getUID
\* Buffered ticks outlive the lease that they were used under. A generator cannot know that its store has lost writes before
\* it has written again and looked at the outcome. What it hands out until then is not counted. Where the write is acknowledged, it
\* has to answer for what follows.
GetUID(h) ==
    \E tick \in buffered[h] :
        /\ buffered' = [buffered EXCEPT ![h] = @ \ {tick}]
        /\ handedOut' = IF lease[h].astray THEN handedOut ELSE [handedOut EXCEPT ![tick] = @ + 1]
        /\ lease' = IF KeepsStore THEN lease ELSE [lease EXCEPT ![h].own = @ \cup {tick}]
        /\ UNCHANGED <<row, copy, past, late, terms, used>>

\* Engine.retireStale
\* Drops what is buffered under a revoked lease, as BufferedTicks.isFresh says. Looks at the present lease now and then. It misses a revocation that a reservation has found, where that replaced the lease.
RetireStale(h) ==
    /\ lease[h].ending = "REVOKED"
    /\ buffered[h] # {}
    /\ buffered' = [buffered EXCEPT ![h] = {}]
    /\ UNCHANGED <<row, copy, past, late, lease, terms, used, handedOut>>

Wanted(h) ==
    LET known == lease[h]
        greatest == IF Announces THEN Min(Announced(known), MaxTick) ELSE MaxTick
    IN  IF known.pending # None /\ RepeatsTheSame
        THEN {known.pending}
        ELSE {[through |-> t, next |-> n] : t \in known.through + 1 .. greatest, n \in Sizes}

\* LeaseRenewal.reserveAhead
ReserveAhead(h) ==
    /\ IsOpen(h)
    /\ ~lease[h].refused
    /\ MayWrite(h)
    /\ \E wanted \in Wanted(h) :
        LET statement == reserve(lease[h].term, lease[h].through, wanted) IN
        \/ /\ Execute(statement)
           /\ lease' = [lease EXCEPT ![h] =
                  IF Matches(statement)
                  THEN [@ EXCEPT !.through = wanted.through, !.next = wanted.next, !.pending = None, !.astray = FALSE]
                  ELSE [@ EXCEPT !.pending = wanted, !.refused = TRUE]]
           /\ UNCHANGED late
        \/ /\ lease' = [lease EXCEPT ![h].pending = wanted, ![h].refused = TRUE] \* another write was under way
           /\ UNCHANGED <<row, past, late>>
        \/ /\ Send(statement)
           /\ lease' = [lease EXCEPT ![h].pending = wanted]
    /\ UNCHANGED <<copy, terms, output>>

\* LeaseRenewal.judge
\* Looks into the row, which others may have written since it was not changed. Where the fence admits it, the same is written again,
\* also if the row says what was wanted: the store may not know yet whether that stays. A holder that takes the row of another store identity
\* for that of a successor has to answer for what it hands out.
Judge(h) ==
    LET known == lease[h]
        wanted == known.pending
    IN
    /\ IsOpen(h) /\ known.refused
    /\ lease' = [lease EXCEPT ![h] =
           IF Matches(reserve(known.term, known.through, wanted))
           THEN [@ EXCEPT !.refused = FALSE]
           ELSE IF /\ JudgesIdentity => row.identity = known.identity
                   /\ row.term > known.term /\ row.through >= Min(Announced(known), Announced(wanted))
           THEN [@ EXCEPT !.pending = None, !.refused = FALSE, !.ending = "LOST", !.astray = @ /\ row.identity = known.identity]
           ELSE [@ EXCEPT !.pending = None, !.ending = "REVOKED"]]
    /\ UNCHANGED <<row, copy, past, late, terms, output>>

\* LeaseRenewal.remind
Remind(h) ==
    LET statement == raise(lease[h].term, lease[h]) IN
    /\ lease[h].ending = "REVOKED" /\ lease[h].refused
    /\ \/ /\ IF Reminds THEN Execute(statement) ELSE UNCHANGED <<row, past>>
          /\ lease' = [lease EXCEPT ![h].refused = FALSE]
          /\ UNCHANGED late
       \/ Send(statement) /\ UNCHANGED lease
    /\ UNCHANGED <<copy, terms, output>>

\* What is left of a lease that has ended: its process takes the next one of the same store identity.
Ended(h) == [NoLease EXCEPT !.identity = lease[h].identity, !.own = lease[h].own]

\* FencedWorkerLease.release
Release(h) ==
    /\ IsOpen(h)
    /\ NoticedFirst => ~IsAhead(h)
    /\ lease' = [lease EXCEPT ![h] = [@ EXCEPT
           !.ending = "GIVEN_BACK", !.pending = None, !.refused = FALSE, !.asked = IF ReleasesLast THEN 0 ELSE @]]
    /\ buffered' = [buffered EXCEPT ![h] = {}]
    /\ UNCHANGED <<row, copy, past, late, terms, used, handedOut>>

\* LeaseRenewal.giveBack
GiveBack(h) ==
    LET statement == giveBack(lease[h].term, lease[h].last, lease[h].next) IN
    /\ lease[h].ending = "GIVEN_BACK"
    /\ \/ /\ Execute(statement)
          /\ lease' = [lease EXCEPT ![h] = [Ended(h) EXCEPT !.asked = lease[h].asked]]
          /\ UNCHANGED late
       \/ Send(statement) /\ UNCHANGED lease
    /\ UNCHANGED <<copy, terms, output>>

\* LeasedTicks.replace
\* The generator takes another worker id, which may be the same one again: Acquire. What was reserved under a lost lease stays
\* usable, what was reserved under a revoked one does not. If the lease was lost before the store was replaced, nothing has
\* revealed that.
Replace(h) ==
    /\ lease[h].ending \in {"LOST", "REVOKED"}
    /\ NoticedFirst => ~IsAhead(h)
    /\ lease' = [lease EXCEPT ![h] = [Ended(h) EXCEPT
           !.astray = lease[h].astray /\ lease[h].ending = "LOST" /\ lease[h].identity # row.identity]]
    /\ buffered' = IF lease[h].ending = "REVOKED" /\ DropsRevoked THEN [buffered EXCEPT ![h] = {}] ELSE buffered
    /\ UNCHANGED <<row, copy, past, late, terms, used, handedOut>>

\* The process ends, or does not learn that it was given a lease. Another one is started in its place.
Crash(h) ==
    /\ lease[h].term # 0
    /\ NoticedFirst => ~IsAhead(h)
    /\ lease' = [lease EXCEPT ![h] = NoLease]
    /\ buffered' = [buffered EXCEPT ![h] = {}]
    /\ UNCHANGED <<row, copy, past, late, terms, used, handedOut>>

\* A statement of which its sender does not know whether it was done is done. Or never: it stays under way.
LateWrite ==
    \E s \in late :
        /\ Execute(s)
        /\ late' = late \ {s}
        /\ UNCHANGED <<copy, lease, terms, output>>

\* The store has lost something that it has confirmed to this holder.
LosesOf(h, restored) ==
    /\ lease[h].term # 0
    /\ \/ restored.term < lease[h].term
       \/ restored.term = lease[h].term /\ restored.through < lease[h].through

\* The store goes back: failover to a copy that lagged, restored backup. What was handed out before cannot be taken back, and is
\* not counted any more.
LoseWrites ==
    \E n \in DOMAIN past :
        /\ NoticedFirst => \E h \in Holders : IsOpen(h) /\ lease[h].term = row.term /\ lease[h].through = row.through
        /\ row' = past[n]
        /\ past' = SubSeq(past, n + 1, Len(past))
        /\ lease' = [h \in Holders |->
               [lease[h] EXCEPT !.astray = @ \/ (MaxBuffered > 0 /\ LosesOf(h, past[n]))]]
        /\ handedOut' = [t \in Ticks |-> 0]
        /\ UNCHANGED <<copy, late, terms, used, buffered>>

\* The store is replaced by an empty one, once, while holders live: another database, or the same one installed again. Statements on
\* their way may reach either. What was handed out is counted as in LoseWrites.
ReplaceStore ==
    \E identity \in Identities \ {FirstIdentity} :
        /\ ~KeepsStore
        /\ row.identity = FirstIdentity
        /\ row' = NoRow(identity)
        /\ past' = <<>>
        /\ lease' = [h \in Holders |->
               [lease[h] EXCEPT !.astray = @ \/ (MaxBuffered > 0 /\ (lease[h].term # 0 \/ buffered[h] # {}))]]
        /\ handedOut' = [t \in Ticks |-> 0]
        /\ UNCHANGED <<copy, late, terms, used, buffered>>

\* The store is copied, identity included, or what is done from now on is done to the other one of the two.
CopyStore ==
    /\ ~ContinuesOnce
    /\ \/ row.held /\ UNCHANGED row
       \/ copy.held /\ row' = copy
    /\ copy' = row
    /\ UNCHANGED <<past, late, lease, terms, output>>

Next ==
    \/ \E h \in Holders :
        \/ Acquire(h)
        \/ Reserve(h)
        \/ ClaimTick(h)
        \/ GetUID(h)
        \/ RetireStale(h)
        \/ ReserveAhead(h)
        \/ Judge(h)
        \/ Remind(h)
        \/ Release(h)
        \/ GiveBack(h)
        \/ Replace(h)
        \/ Crash(h)
    \/ LateWrite
    \/ LoseWrites
    \/ ReplaceStore
    \/ CopyStore

Spec == Init /\ [][Next]_vars

Symmetry == Permutations(Holders)

-----------------------------------------------------------------------------
\* What all this is for.
Unique == \A t \in Ticks : used[t] <= 1

\* To be checked with MaxBuffered > 0: once a generator knows that its lease was revoked, it hands out no tick of it that another
\* hands out as well.
UniqueOnceNoticed == \A t \in Ticks : handedOut[t] <= 1

\* To be checked with MaxBuffered > 0, where the store may be replaced: no process hands out again what it has handed out.
UniqueInProcess == \A h \in Holders : buffered[h] \cap lease[h].own = {}

\* A constraint, not an invariant: a holder whose writes were lost finds the row of its worker id below what it knows. Else it
\* takes the other holder for a successor that started above it, and keeps what it has buffered.
TellsRestoreFromSuccessor == \A h \in Holders : ~(lease[h].astray /\ lease[h].ending = "LOST")

\* No process uses a tick that the store has not confirmed.
UsedIsReserved == \A h \in Holders : lease[h].term # 0 => lease[h].last <= lease[h].through

\* Whatever the row says, now or after the loss of a write, the next holder starts above all that was used.
SuccessorStartsAbove ==
    \A r \in {row} \cup {past[n] : n \in DOMAIN past} :
        \A t \in Ticks : used[t] > 0 => t < FirstTickOfSuccessor(r)

\* No holder has seen a TERM that the row falls short of.
TermOnlyGrows == \A h \in Holders : lease[h].term <= row.term

\* To be checked with MaxLost = 0: no holder takes a successor for a store that has gone back.
NoFalseAlarm == \A h \in Holders : lease[h].ending # "REVOKED"

TypeOK ==
    /\ row \in [term : 0 .. 3 * MaxTerm + 2, through : 0 .. MaxTick + MaxReservation, next : 0..MaxReservation, held : BOOLEAN,
                identity : Identities]
    /\ Len(past) <= MaxLost
    /\ Cardinality(late) <= MaxLate
    /\ used \in [Ticks -> Nat]
    /\ \A h \in Holders : buffered[h] \subseteq Ticks /\ Cardinality(buffered[h]) <= MaxBuffered
    /\ handedOut \in [Ticks -> Nat]
=============================================================================
