//! The two heads that are trained: the value of a position and the policy, which orders moves. Each
//! says where its weights are, turns positions into examples, and knows their loss.

mod blocks;
mod policy;
mod value;

pub use blocks::Blocks;
pub use policy::PolicyExamples;
pub use value::ValueExamples;
