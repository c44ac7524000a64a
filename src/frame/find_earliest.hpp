// The earliest contact of each ball, out of a stream of contacts.
#pragma once

#include "frame/contact_sort.hpp"

namespace carom::detail {

template <class T>
class EarliestOfBalls {
public:
    void start(std::size_t balls) {
        size_ = balls;
        best_.room(balls);
        for (std::size_t i = 0; i < balls; ++i) best_.data()[i].state = ContactState::apart;
    }
    void add(const FrameContact<T>& contact) {
        improve(contact.a, contact);
        improve(contact.b, contact);
    }
    void add_all(const EarliestOfBalls& other) {
        for (std::size_t i = 0; i < size_; ++i) {
            const FrameContact<T>& contact = other.best_.data()[i];
            if (contact.state != ContactState::apart) improve(static_cast<std::uint32_t>(i), contact);
        }
    }
    /// Writes each contact once, not sorted, and returns their number, at most that of the balls.
    std::size_t write(FrameContact<T>* to) const {
        std::size_t count = 0;
        for (std::size_t i = 0; i < size_; ++i) {
            const FrameContact<T>& contact = best_.data()[i];
            if (contact.state == ContactState::apart) continue;
            const FrameContact<T>& of_a = best_.data()[contact.a];
            const bool written_for_a = i == contact.b && of_a.b == contact.b;
            if (!written_for_a) to[count++] = contact;
        }
        return count;
    }
    std::size_t bytes() const { return best_.bytes(); }

private:
    void improve(std::uint32_t ball, const FrameContact<T>& contact) {
        FrameContact<T>& best = best_.data()[ball];
        if (best.state == ContactState::apart || comes_before(contact, best)) best = contact;
    }

    std::size_t size_ = 0;
    Scratch<FrameContact<T>> best_;
};

}  // namespace carom::detail
